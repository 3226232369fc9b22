import Base
import Ledger
import Store
import Sync
import Vault

/// An invited person's actions: ask, join, leave.
extension OpenVault {
    static let joiningPrefix = "joining:"

    private static func joiningSetting(_ journal: JournalID) -> String { joiningPrefix + hex(journal.bytes) }

    /// Builds the join request, and remembers it. `name`: the name of this vault's person; only the owner reads it.
    package func joinRequest(_ link: InvitationLink, as name: String) throws -> JoinRequest {
        try keys.refresh()
        let name = try OpenVault.checked(name: name)
        guard let relay = try relayAddress(), relay == link.relay else { throw SharingError.otherRelay(link.relay.text) }
        if try store.holds(link.journal), try end(of: link.journal) == nil { throw SharingError.isHere }
        try forgetRemoval(of: link.journal)
        guard let secret = InviteSecret(link.secret) else { throw SharingError.badLink }
        let owner = owner
        let request = JoinRequest(
            invite: link.invite, identity: owner,
            proof: secret.sign(Invitation.joinMessage(journal: link.journal, invite: link.invite, identity: owner.name)),
            note: secret.seal(name: name, context: OpenVault.joinContext(link.journal, link.invite, owner.name)))
        try keys.update { (body) throws(VaultError) in
            body[setting: OpenVault.joiningSetting(link.journal)] =
                JSON.object(["invite": .hexadecimal(link.invite), "since": .int(surroundings.now())]).bytes
        }
        return request
    }

    /// Journals that this person has asked to join and not joined yet, with the time of the request in milliseconds since 1970.
    package func joining() throws -> [JournalID: Int64] {
        keys.body.settings(beginningWith: OpenVault.joiningPrefix).reduce(into: [:]) { list, name in
            guard let bytes = bytes(fromHex: name.dropFirst(OpenVault.joiningPrefix.count)), let journal = JournalID(bytes),
                let body = keys.body[setting: name], let json = try? JSON(reading: body)
            else { return }
            list[journal] = json["since"]?.int ?? 0
        }
    }

    /// The invitation with which this person asked to join a journal; `nil` for none.
    package func askedBy(_ journal: JournalID) -> [UInt8]? {
        keys.body[setting: OpenVault.joiningSetting(journal)].flatMap { try? JSON(reading: $0) }?["invite"]?.hexBytes(count: 16)
    }

    /// Forgets a join request that was cancelled or accepted.
    package func forgetJoining(_ journal: JournalID) throws {
        guard keys.body[setting: OpenVault.joiningSetting(journal)] != nil else { return }
        try keys.update { (body) throws(VaultError) in body[setting: OpenVault.joiningSetting(journal)] = nil }
    }

    /// Learns this person's keys from the control operations of a journal before its log is read, so that earlier operations can
    /// be decrypted as they arrive.
    func learnKeys(of journal: JournalID, from frames: [RelayedOperation]) throws {
        let operations = frames.compactMap { try? Operation(reading: $0.bytes) }
        guard let first = operations.first, var log = try? ControlLog(founding: first), log.genesis.journal == journal
        else { throw SyncFault.notALog(position: 1) }
        for operation in operations.dropFirst() {
            guard (try? log.take(operation)) != nil else { throw SyncFault.notAMember(position: 1) }
        }
        // A journal is only added if this vault's person is a member.
        guard log.members[owner.name] != nil else { throw SyncFault.accessEnded }
        try learnKeys(from: operations)
    }

    /// This device's duties in the journals just read: it adds itself where it does not write yet, and replaces the key of an own
    /// journal that a member has left. Returns whether something was written.
    func answerMembership() throws -> Bool {
        let before = try store.logPosition()
        try makeUpKeyChanges()
        try enterSharedJournals()
        try makeUpName()
        // Nothing is due for a journal whose log is not here yet.
        for journal in try journalsAtRelay() where (try? owns(journal)) == true { try rotateOwed(in: journal) }
        return try store.logPosition() > before
    }

    /// Says this device's name where it takes part: a first link that was killed did not come that far.
    private func makeUpName() throws {
        // A vault that is not finished takes part in nothing.
        guard let first = try? firstJournal(), try store.holds(first), try end(of: first) == nil, try deviceNames()[device] == nil
        else { return }
        // A journal with an invalid log is reported as such.
        guard let control = try? controlLog(of: first), control.devices[device] != nil else { return }
        try sayDeviceName()
    }

    /// Adds this device to the journals in which its person is a member, so that it can be dropped from all of them. Completed
    /// join requests are forgotten.
    func enterSharedJournals() throws {
        for journal in try journalsAtRelay() where !keys.body.epochs(of: journal.bytes).isEmpty {
            // A journal with an invalid log does not affect the others.
            guard let control = try? controlLog(of: journal), membership(in: control) != nil,
                try store.relayStanding(of: journal).conflictPosition == 0
            else { continue }
            try forgetJoining(journal)
            if control.devices[device] == nil, control.dropped[device] == nil { try enterDevice(into: journal) }
        }
    }

    /// Throws why this person cannot leave a journal.
    package func requireLeavable(_ journal: JournalID) throws {
        guard let role = try ownRole(in: journal) else { throw SyncError.stoppedFor(.accessEnded) }
        guard role != .owner else { throw SharingError.ownerStays }
    }

    /// Leaves someone else's journal. What was read stays on this device.
    package func leave(_ journal: JournalID) throws {
        try requireLeavable(journal)
        try appendControl(to: journal) { .leave(previous: $0) }
    }
}

// MARK: - Through the relay

extension OpenVault {
    /// Asks the owner of a journal for access. If the vault does not sync yet, it starts with the invitation's relay.
    ///
    /// `code`: the relay operator's code, if it requires one.
    package func ask(
        _ link: InvitationLink, as name: String, over relays: (RelayAddress) -> any RelayTransport, code: String? = nil
    ) async throws {
        if try relayAddress() == nil {
            try await startSync(with: link.relay, over: relays(link.relay), invitation: code)
        }
        let request = try joinRequest(link, as: name)
        let client = try relayClient(relays)
        do {
            try await client.openSession()
            try await client.ask(toJoin: link.journal, request)
        } catch SyncError.refused(.notFound) {
            try forgetJoining(link.journal)
            throw SharingError.invitationClosed
        }
    }

    /// Cancels a request to join a journal.
    package func takeBackQuestion(_ journal: JournalID, over relays: (RelayAddress) -> any RelayTransport) async throws {
        guard let invite = askedBy(journal) else { throw SharingError.invitationClosed }
        let client = try relayClient(relays)
        try await client.openSession()
        do { try await client.dropJoin(invite, of: journal) } catch SyncError.refused(.notFound) {}
        try forgetJoining(journal)
    }

    /// The requests to join this person's journals.
    package func questions(over relays: (RelayAddress) -> any RelayTransport) async throws -> [JoinQuestion] {
        var questions: [JoinQuestion] = []
        var client: RelayClient?
        for journal in try store.journals() where try owns(journal) && !controlLog(of: journal).invitations.isEmpty {
            let present = try client ?? relayClient(relays)
            if client == nil { try await present.openSession() }
            client = present
            do {
                questions += try self.questions(try await present.joins(of: journal), to: journal)
            } catch SyncError.refused(.notFound) {
                // The relay does not have the journal yet.
            }
        }
        return questions
    }

    /// Declines a request to join. The invitation stays open.
    package func decline(_ question: JoinQuestion, over relays: (RelayAddress) -> any RelayTransport) async throws {
        let client = try relayClient(relays)
        try await client.openSession()
        do {
            try await client.dropJoin(question.invite, of: question.journal, identity: question.identity.name)
        } catch SyncError.refused(.notFound) {}
    }
}
