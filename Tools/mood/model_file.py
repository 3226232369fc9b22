"""The model's file: Sources/MoodClassifier/Header.swift says how it is laid out."""
import hashlib
import struct
import zlib

import numpy as np

import features
import people
import score

MAGIC = b"MOODLIN3"


class Model:
    """The weights as the program has them: eight bits each, a scale a mood."""

    def __init__(self, weights, bias, sharpness, offsets, thresholds, words, shared):
        self.bits = weights.shape[0].bit_length() - 1
        self.scale = (np.quantile(np.abs(weights), 0.9998, axis=0) / 127).astype(np.float64)
        self.whole = np.clip(np.rint(weights / self.scale), -127, 127).astype(np.int8)
        self.scale = (self.scale * sharpness).astype(np.float32)
        self.bias = ((bias - bias.mean()) * sharpness + np.array(offsets)).astype(np.float32)
        self.thresholds = np.array(thresholds, dtype=np.float32)
        self.words, self.shared = words, shared

    def logits(self, rows):
        return rows @ self.whole.astype(np.float64) * self.scale.astype(np.float64) + self.bias.astype(np.float64)

    def probability(self, rows):
        return score.softmax(self.logits(rows))

    def bytes(self):
        head = MAGIC + struct.pack("<II", self.bits, 6) + self.scale.tobytes() + self.bias.tobytes() + self.thresholds.tobytes()
        body = head + self.whole.tobytes() + self.set(self.words) + self.set(self.shared)
        persons = people.checksums()
        body += struct.pack(f"<{len(persons) + 1}I", len(persons), *persons)
        return body + struct.pack("<I", zlib.crc32(body))

    def set(self, words):
        bits = np.zeros(1 << self.bits, dtype=np.uint8)
        for word in words:
            bits[bucket(word, self.bits)] = 1
        return np.packbits(bits, bitorder="little").tobytes()


def bucket(word, bits):
    return features.crc("w:" + word) & ((1 << bits) - 1)


def digest(content):
    return hashlib.sha256(content).hexdigest()
