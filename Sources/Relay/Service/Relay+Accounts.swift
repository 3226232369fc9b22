import Crypto
import Foundation
import HTTP
import Ledger
import Sync

extension Relay {
    /// Opens an account, or adds another device to one; idempotent.
    ///
    /// Throws `invalid(.signature)` if the owner has not certified the device, and `role` if sign-up needs an invitation, or the
    /// device was dropped or belongs to another account. A device may leave an account for another: the person with the recovery
    /// key takes it along when the other keys were replaced, and needs no invitation then.
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

    /// Makes a code for opening one account: 24 characters. Only its hash is stored.
    package func invite() async throws -> String {
        let code = Base32.encode(surroundings.random(15))
        let now = surroundings.now()
        try await storage.write { try $0.add(invitation: Relay.hash(invitation: code), now: now) }
        return code
    }

    /// People type codes in either case, and confuse letters and digits.
    private static func hash(invitation code: String) -> [UInt8] {
        digest(.label("relay-invitation") + (Base32.decode(code.filter { $0 != "-" && $0 != " " }) ?? Array(code.utf8)))
    }

    /// Gives a device a challenge, or checks its answer and returns a token. `host`: the name that the client called.
    ///
    /// Throws `noSession` for a device that is unknown, was dropped, or did not sign its challenge for this host. An unknown
    /// device gets a challenge too, so that the answer reveals nothing.
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
            // The challenge is used up, whatever the result.
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

    /// The caller with a token. Throws `noSession` if it is unknown or expired, or its device was dropped.
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

    /// The account's vault copy and its generation. Throws `notFound` if there is none.
    package func vault(of caller: Caller) async throws -> (generation: UInt64, bytes: [UInt8]) {
        guard let vault = try await storage.read({ try $0.vault(of: caller.account) }), vault.generation > 0 else {
            throw RelayRefusal.notFound
        }
        return vault
    }

    /// Replaces the vault copy of a generation, 0 if there is none yet; returns the new generation. Throws `staleVault` if the
    /// present one differs, and `tooLarge` beyond 64 KiB.
    package func put(vault: [UInt8], replacing generation: UInt64, by caller: Caller) async throws -> UInt64 {
        guard vault.count <= RelayLimits.vault else { throw RelayRefusal.tooLarge(limit: UInt64(RelayLimits.vault)) }
        return try await storage.write { tables in
            guard let present = try tables.lockedVaultGeneration(of: caller.account) else { throw RelayRefusal.notFound }
            guard present == generation else { throw RelayRefusal.staleVault(generation: present) }
            try tables.put(vault: vault, generation: present + 1, of: caller.account)
            return present + 1
        }
    }

    /// Deletes an account with its devices, its vault copy, and the journals that it uploaded.
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

    /// Leaves a message for the first to ask for it, within ten minutes. Throws `role` if there is one already.
    ///
    /// A new device has no account yet, so a stranger may leave the 1 KiB of its offer: throws `tooLarge` beyond, and `tooMany`
    /// while too many of strangers wait (`WaitingMessages`). A device with a session (`caller`) may leave 64 KiB. `block`: the
    /// sender's addresses, `nil` for this machine.
    package func leave(
        _ message: [UInt8], in mailbox: [UInt8], from block: AddressBlock? = nil, by caller: Caller? = nil
    ) async throws {
        let limit = caller == nil ? RelayLimits.offer : RelayLimits.message
        guard message.count <= limit else { throw RelayRefusal.tooLarge(limit: UInt64(limit)) }
        let (now, box) = (surroundings.now(), digest(mailbox))
        let waits = [
            caller.map { messagesBySender.take(1, from: $0.account, now: now) }
                ?? block.map { messagesBySender.take(1, from: $0.bytes, now: now) } ?? 0,
            messagesByMailbox.take(1, from: box, now: now),
        ]
        if let wait = waits.max(), wait > 0 { throw RelayRefusal.tooMany(seconds: wait) }
        let expires = now + 600_000
        if caller == nil {
            let wait = waitingMessages.enter(box, from: block, expires: expires, now: now)
            guard wait == 0 else { throw RelayRefusal.tooMany(seconds: wait) }
        }
        // What has expired goes within a minute: so the table holds little more than may wait.
        let isSweepDue = messageSweeps.take(1, from: [], now: now) == 0
        let isLeft = try await storage.write { tables in
            if isSweepDue { try tables.sweepMessages(now: now) }
            return try tables.add(message: message, in: box, expires: expires)
        }
        guard isLeft else { throw RelayRefusal.role }
    }

    /// Removes and returns a message, once. Throws `notFound` if there is none.
    package func takeMessage(from mailbox: [UInt8]) async throws -> [UInt8] {
        let (now, box) = (surroundings.now(), digest(mailbox))
        // Waiting devices poll: that must not cost a transaction.
        guard try await storage.read({ try $0.hasMessage(in: box, now: now) }),
            let message = try await storage.write({ try $0.takeMessage(from: box, now: now) })
        else { throw RelayRefusal.notFound }
        waitingMessages.leave(box)
        return message
    }
}
