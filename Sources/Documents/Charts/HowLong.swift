/// How much can be found, and when, by simulation (docs/insights-figures.md, ρ 0.5): shown beforehand, so that no one waits for
/// the impossible.
package enum HowLong {
    /// The paragraphs, collapsed at first.
    package static let html: HTML = """
        <details id="how-long"><summary>How long does it take?</summary>
        <p>Auralyst checks every 14 days, from day 42. What stands out is then tested on at least 42 new days before it is called confirmed. The table shows how many of 100 people with a real pattern see it confirmed by then. Of 100 people without one, 1 or 2 see a cue in a year.</p>
        <div class="table-scroll" role="region" tabindex="0" aria-label="Confirmed by a day, of 100 people"><table class="numbers"><caption class="hidden">Confirmed by a day, of 100 people</caption><thead><tr><th scope="col">A difference of</th><th scope="col">day 98</th><th scope="col">day 126</th><th scope="col">day 182</th><th scope="col">day 364</th></tr></thead>
        <tbody><tr><th scope="row">2.4 points of 10</th><td>17</td><td>61</td><td>91</td><td>100</td></tr><tr><th scope="row">1.6 points of 10</th><td>4</td><td>15</td><td>47</td><td>86</td></tr></tbody></table></div></details>
        """
}
