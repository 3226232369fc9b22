import Ledger

/// Foundation has another one.
typealias Operation = Ledger.Operation
