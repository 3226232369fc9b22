import Crypto
import Foundation
import Ledger
import Sync

extension Relay {
    /// Opens an account, or enters another device into one; said twice it changes nothing.
    ///
    /// Throws `invalid(.signature)` where the owner has not signed for the device, and `role` where nobody may open an account
    /// without an invitation, or the device was dropped or is another account's. A device may leave an account for another one: who has
    /// the recovery key takes it along when the other keys were replaced, and needs no invitation then.
    package func signUp(_ request: AccountRequest) async throws {
        guard request.isCertified else { throw RelayRefusal.invalid(.signature) }
        let account = request.owner.name
        let device = DeviceID(publicKey: request.device)
        let (signUp, now) = (settings.signUp, surroundings.now())
        let left = request.isMoveProven ? request.move?.account : nil
        try await storage.write { tables in
            let known = try tables.login(device)
            let isMove = left != nil && known?.account == left && known?.isDropped == false
            if try !tables.hasAccount(account) {
                switch signUp {
                case _ where isMove, .open: break
                case .invite:
                    guard let code = request.invitation, try tables.take(invitation: Relay.hash(invitation: code)) else {
                        throw RelayRefusal.role
                    }
                case .closed: throw RelayRefusal.role
                }
                try tables.addAccount(request.owner, now: now)
            }
            if isMove { try tables.removeLogin(device) }
            if let login = isMove ? nil : known {
                guard login.account == account, !login.isDropped else { throw RelayRefusal.role }
            } else {
                try tables.addLogin(device, publicKey: request.device, to: account)
            }
        }
    }

    /// Makes a code with which one account can be opened: 24 characters. Only its hash is kept.
    package func invite() async throws -> String {
        let code = Base32.encode(surroundings.random(15))
        let now = surroundings.now()
        try await storage.write { try $0.add(invitation: Relay.hash(invitation: code), now: now) }
        return code
    }

    /// People type codes in either case, with the letters that look like figures.
    private static func hash(invitation code: String) -> [UInt8] {
        digest(.label("relay-invitation") + (Base32.decode(code.filter { $0 != "-" && $0 != " " }) ?? Array(code.utf8)))
    }

    /// Asks a device for a proof, or takes the proof and gives a token. `host`: the name under which the client called.
    ///
    /// Throws `noSession` for a device that is not known, was dropped, or did not sign the question that it was asked, for this
    /// host. A device that is not known gets a question too: who asks learns nothing by it.
    package func logIn(_ request: Session.Request, host: String) async throws -> Session.Answer {
        let now = surroundings.now()
        let device = request.device
        guard let proof = request.proof else {
            let nonce = surroundings.random(32)
            try await storage.write { tables in
                guard let login = try tables.login(device), !login.isDropped else { return }
                try tables.add(question: nonce, for: device, expires: now + 60_000)
            }
            return .question(nonce: nonce)
        }
        guard answers(to: host) else { throw RelayRefusal.noSession }
        let token = surroundings.random(32)
        let expires = now + settings.sessionTime
        let isGranted = try await storage.write { tables in
            // The question is used up whatever comes of it.
            guard try tables.take(question: proof.nonce, of: device, now: now), let login = try tables.login(device),
                !login.isDropped, let key = try? Curve25519.Signing.PublicKey(rawRepresentation: login.publicKey),
                key.isValidSignature(proof.signature, for: Session.message(host: host, nonce: proof.nonce, device: device))
            else { return false }
            try tables.add(session: digest(token), of: device, expires: expires)
            return true
        }
        guard isGranted else { throw RelayRefusal.noSession }
        meters.sessions.add(1)
        return .granted(token: token, expires: expires)
    }

    /// Who has a token. Throws `noSession` for one that is not known, has ended, or whose device was dropped.
    package func caller(token: [UInt8]) async throws -> Caller {
        let (hash, now) = (digest(token), surroundings.now())
        if let known = sessions.caller(hash, now: now) { return known }
        let found = try await storage.read { tables -> (caller: Caller, expires: Int64)? in
            guard let session = try tables.session(hash), session.expires > now,
                let login = try tables.login(session.device), !login.isDropped
            else { return nil }
            return (Caller(account: login.account, device: session.device), session.expires)
        }
        guard let found else { throw RelayRefusal.noSession }
        sessions.keep(found.caller, hash, expires: found.expires, now: now)
        return found.caller
    }

    // MARK: the copy of the vault

    /// The account's copy of its vault with its generation. Throws `notFound` where there is none.
    package func vault(of caller: Caller) async throws -> (generation: UInt64, bytes: [UInt8]) {
        guard let vault = try await storage.read({ try $0.vault(of: caller.account) }), vault.generation > 0 else {
            throw RelayRefusal.notFound
        }
        return vault
    }

    /// Puts another copy in the place of the one of a generation, 0 where there is none yet; the generation of the new one.
    /// Throws `staleVault` where the present one is another, and `tooLarge` beyond 64 KiB.
    package func put(vault: [UInt8], replacing generation: UInt64, by caller: Caller) async throws -> UInt64 {
        guard vault.count <= RelayLimits.vault else { throw RelayRefusal.tooLarge(limit: UInt64(RelayLimits.vault)) }
        return try await storage.write { tables in
            guard let present = try tables.lockedVaultGeneration(of: caller.account) else { throw RelayRefusal.notFound }
            guard present == generation else { throw RelayRefusal.staleVault(generation: present) }
            try tables.put(vault: vault, generation: present + 1, of: caller.account)
            return present + 1
        }
    }

    /// Erases an account with its devices, its copy of the vault, and the journals that it brought here.
    package func deleteAccount(of caller: Caller) async throws {
        for journal in try await storage.read({ try $0.journals(of: caller.account) }) {
            let isErased = try await storage.write { tables in
                guard let row = try tables.journal(journal, isLocked: true), row.uploader == caller.account else { return false }
                try tables.erase(journal)
                return true
            }
            if isErased { try await files.erase(journal) }
        }
        try await storage.write { try $0.eraseAccount(caller.account) }
        sessions.forget()
    }

    // MARK: mailboxes

    /// Leaves a message for whoever asks for it first, within ten minutes. Throws `tooLarge` beyond 64 KiB, and
    /// `role` where a message lies already. Nobody has to say who he is: a new device has no account yet.
    /// `address`: from where it comes, where that is known.
    package func leave(_ message: [UInt8], in mailbox: [UInt8], from address: [UInt8]? = nil) async throws {
        guard message.count <= RelayLimits.message else { throw RelayRefusal.tooLarge(limit: UInt64(RelayLimits.message)) }
        let now = surroundings.now()
        let waits = [
            address.map { messagesByAddress.take(1, from: $0, now: now) } ?? 0,
            messagesByMailbox.take(1, from: digest(mailbox), now: now),
        ]
        if let wait = waits.max(), wait > 0 { throw RelayRefusal.tooMany(seconds: wait) }
        let expires = now + 600_000
        let isLeft = try await storage.write { try $0.add(message: message, in: digest(mailbox), expires: expires) }
        guard isLeft else { throw RelayRefusal.role }
    }

    /// Takes a message out, once. Throws `notFound` where none lies.
    package func takeMessage(from mailbox: [UInt8]) async throws -> [UInt8] {
        let now = surroundings.now()
        // Whoever waits asks again and again: that shall not cost a transaction.
        guard try await storage.read({ try $0.hasMessage(in: digest(mailbox), now: now) }),
            let message = try await storage.write({ try $0.takeMessage(from: digest(mailbox), now: now) })
        else { throw RelayRefusal.notFound }
        return message
    }
}
