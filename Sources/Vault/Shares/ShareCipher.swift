/// SLIP-0039's encryption of a secret before it is split: four Feistel rounds with PBKDF2, so that a passphrase can protect it.
///
/// Ours has no passphrase: the shares alone unlock the vault, and 32 random bytes need no stretching.
struct ShareCipher {
    let set: ShareSet

    /// The secret (an even number of bytes), encrypted for splitting.
    func sealed(_ secret: borrowing Secret, passphrase: borrowing Secret) -> Secret {
        afterRounds([0, 1, 2, 3], of: secret, passphrase: passphrase)
    }

    /// The decrypted secret. Another passphrase gives another secret, which cannot be told from the true one.
    func opened(_ sealed: borrowing Secret, passphrase: borrowing Secret) -> Secret {
        afterRounds([3, 2, 1, 0], of: sealed, passphrase: passphrase)
    }

    private func afterRounds(_ rounds: [UInt8], of input: borrowing Secret, passphrase: borrowing Secret) -> Secret {
        let half = input.count / 2
        precondition(input.count == 2 * half && half > 0, "a secret has two halves")
        // Extendable sets omit their identifier, so that all sets of one secret share one encrypted form.
        let front: [UInt8] = set.isExtendable ? [] : Array("shamir".utf8) + Octets.of(set.identifier)
        return unsafe Secret(count: input.count) { halves in
            unsafe input.withBytes { unsafe halves.copyMemory(from: $0) }
            let left = unsafe UnsafeMutableRawBufferPointer(rebasing: halves[..<half])
            let right = unsafe UnsafeMutableRawBufferPointer(rebasing: halves[half...])
            unsafe withScratch(byteCount: front.count + half) { salt in
                unsafe salt.copyBytes(from: front)
                let place = unsafe UnsafeMutableRawBufferPointer(rebasing: salt[front.count...])
                for round in rounds {
                    unsafe place.copyMemory(from: UnsafeRawBufferPointer(right))
                    let mask = unsafe self.mask(round, passphrase, salt: UnsafeRawBufferPointer(salt), count: half)
                    // (L, R) becomes (R, L ⊕ mask).
                    unsafe mask.withBytes { mask in
                        for index in 0..<half {
                            let next = unsafe left[index] ^ mask[index]
                            unsafe left[index] = right[index]
                            unsafe right[index] = next
                        }
                    }
                }
            }
            for index in 0..<half { unsafe halves.swapAt(index, half + index) }
        }
    }

    private func mask(_ round: UInt8, _ passphrase: borrowing Secret, salt: UnsafeRawBufferPointer, count: Int) -> Secret {
        let password = unsafe Secret(count: 1 + passphrase.count) { target in
            unsafe target[0] = round
            unsafe passphrase.withBytes { passphrase in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[1...]).copyMemory(from: passphrase)
            }
        }
        let mask = unsafe OlderCiphers.pbkdf2SHA256(password: password, salt: salt, rounds: set.rounds, count: count)
        guard let mask else { preconditionFailure("a share's exponent and length are bounded when it is read") }
        return mask
    }
}
