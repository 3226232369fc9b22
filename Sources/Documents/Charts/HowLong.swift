/// How much can be found, and when, by simulation (docs/insights-figures.md, ρ 0.5): shown beforehand, so that no one waits for
/// the impossible.
package enum HowLong {
    /// The paragraphs, collapsed at first.
    package static let html: HTML = """
        <details id="how-long"><summary>How long does it take?</summary>
        <p>Auralyst checks every 14 days, from day 42. What stands out is then tested on new days, at least 28, before it is called confirmed. The table shows how many of 100 people with a real pattern of 2 points of 10 see it confirmed by then. Of 100 people without one, 3 see a cue in a year.</p>
        <div class="table-scroll" role="region" tabindex="0" aria-label="Confirmed by a day, of 100 people"><table class="numbers"><caption class="hidden">Confirmed by a day, of 100 people</caption><thead><tr><th scope="col">After</th><th scope="col">day 98</th><th scope="col">day 126</th><th scope="col">day 182</th><th scope="col">day 364</th></tr></thead>
        <tbody><tr><th scope="row">what is known every day</th><td>29</td><td>65</td><td>94</td><td>100</td></tr><tr><th scope="row">what is known on days with an entry</th><td>14</td><td>35</td><td>71</td><td>99</td></tr></tbody></table></div></details>
        """
}
