import Base

/// Inside a browser nothing begins here: JavaScript calls what Exports.swift hands out.
@main
struct Program {
    static func main() {
        print(say("This program runs inside a phone's browser. 'make phone' makes the app that holds it."))
    }
}
