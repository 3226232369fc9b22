#if os(WASI)
    package func inParallel<Element: Sendable, Made: Sendable>(
        _ elements: [Element], _ work: @Sendable (Element) -> Made
    ) -> [Made] {
        elements.map(work)
    }

    package struct MadeAhead<Element: Sendable>: Sendable {
        private let made: [Element]

        package init(_ make: @Sendable () -> [Element]) { made = make() }

        package func fetch() -> [Element] { made }
    }
#endif
