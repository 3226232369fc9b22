/// How much can be found, and when, by simulation: said beforehand, so that nobody waits for what cannot come.
enum HowLong {
    static let html: HTML = """
        <details id="how-long"><summary>How long does it take?</summary>
        <p>Auralyst looks every 14 days, from day 42 on. What stands out is checked on at least 42 new days before it is called confirmed. Of 100 people with a real pattern so many see it confirmed by then; of 100 people without any, at most 5 see a cue in a year.</p>
        <div class="table-scroll" role="region" tabindex="0" aria-label="Confirmed by a day, of 100 people"><table class="numbers"><caption class="hidden">Confirmed by a day, of 100 people</caption><thead><tr><th scope="col">A difference of</th><th scope="col">day 98</th><th scope="col">day 126</th><th scope="col">day 182</th></tr></thead>
        <tbody><tr><th scope="row">2.4 points of 10</th><td>52</td><td>79</td><td>96</td></tr><tr><th scope="row">1.6 points of 10</th><td>12</td><td>27</td><td>59</td></tr></tbody></table></div></details>
        """
}
