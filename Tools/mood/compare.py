"""VADER and fastText beside the model, on the same held-back lines: how often right, how sure, how fast, how soon loaded.

All three learn from the same lines and are asked about the same ones. VADER knows good from bad only; which moods that means is
read off the training lines: its compound score is cut into 20 steps, and each step answers with the mix of moods that the training
lines of that step have, weighted as for the model. So it gives the best answer that a tone can give.
"""
import pathlib
import tempfile
import time

import numpy as np

import data
import features
import fit
import score

# Beyond these a system is asked for one chip by its probability alone; the model's own thresholds are in its file.
PLAIN = [0.6] * 5 + [0.7, 0.2]
# The share of entries of which the surest answers are taken: the goal for chips on journals.
COVERAGE = 0.65


class Rival:
    """Something that can be taught and asked. `judge` turns texts into rows of six probabilities, `load` takes milliseconds."""

    def __init__(self, name, thresholds):
        self.name, self.thresholds = name, thresholds


class Ours(Rival):
    def __init__(self, thresholds):
        super().__init__("this model", thresholds)

    def learn(self, texts, rows, shares, split, chosen):
        import train
        self.model = train.build(rows, shares, split, chosen, ((), ()))

    def judge(self, texts):
        return self.model.probability(fit.matrix(texts))


class Vader(Rival):
    STEPS = 20

    def __init__(self):
        from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer
        super().__init__("VADER", PLAIN)
        self.make = SentimentIntensityAnalyzer
        self.analyser, self.known = self.make(), {}

    def step(self, text):
        if text not in self.known:
            tone = self.analyser.polarity_scores(text)["compound"]
            self.known[text] = min(int((tone + 1) / 2 * self.STEPS), self.STEPS - 1)
        return self.known[text]

    def learn(self, texts, rows, shares, split, chosen):
        weight = fit.importance(split.source, shares, chosen.astype(float))
        mix = np.full((self.STEPS, 6), 1e-3)
        for place in np.where(chosen)[0]:
            mix[self.step(texts[place])] += weight[place] * shares[place]
        self.mix = mix / mix.sum(1, keepdims=True)

    def judge(self, texts):
        return np.array([self.mix[self.step(text)] for text in texts])

    def forget(self):
        self.known = {}

    def load(self):
        self.make()


class FastText(Rival):
    """Supervised, dimension 32, pairs of words, runs of 3 to 5 letters; a journal entry counts for ten."""

    def __init__(self):
        import fasttext
        super().__init__("fastText", PLAIN)
        self.library = fasttext
        # Its greeting about a changed interface is no figure.
        fasttext.FastText.eprint = lambda *_, **__: None

    def learn(self, texts, rows, shares, split, chosen):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            for place in np.where(chosen)[0]:
                for mood in np.where(shares[place] > 0)[0]:
                    line = f"__label__{data.MOODS[mood]} {self.flat(texts[place])}\n"
                    file.write(line * (10 if split.journal[place] else 1))
            file.flush()
            self.model = self.library.train_supervised(
                file.name, dim=32, epoch=8, lr=0.3, wordNgrams=2, minn=3, maxn=5, thread=1, seed=1, bucket=200_000, verbose=0)

    @staticmethod
    def flat(text):
        return " ".join(features.tokens(text))

    def judge(self, texts):
        out = np.zeros((len(texts), 6))
        for row, text in enumerate(texts):
            # The binding's own method, which the newer numpy still lets through.
            for chance, label in self.model.f.predict(self.flat(text) + "\n", 6, 0.0, "strict"):
                out[row, data.MOODS.index(label.removeprefix("__label__"))] = chance
        return out / out.sum(1, keepdims=True)

    def load(self):
        self.library.load_model(self.file)

    def keep(self, folder):
        self.file = str(folder / "fast.bin")
        self.model.save_model(self.file)


def rivals(thresholds):
    """All that this machine has: the packages of the other two may be missing."""
    found = [Ours(thresholds)]
    for make in (Vader, FastText):
        try:
            found.append(make())
        except ImportError:
            print(f"{make.__name__} is not to be had on this machine", flush=True)
    return found


def judged(rival, texts, rows, shares, split, sets, more=()):
    """Probabilities of every held-back line, each by one that has not seen it; and of `more` lines, by the first of the five."""
    probability, others = np.zeros((len(texts), 6)), None
    # The last of them is the one without the first journals: it is kept, and measured.
    for fold in reversed(range(data.FOLDS)):
        rival.learn(texts, rows, shares, split, split.training(fold))
        picked = split.fold == fold
        if fold == 0:
            picked = picked | np.any(list(sets.values()), axis=0) & split.held
            others = rival.judge(list(more)) if more else None
        picked = np.where(picked)[0]
        probability[picked] = rival.judge([texts[place] for place in picked])
    return probability, others


def quality(shares, probability, thresholds):
    """The columns of the table for one set of lines."""
    found = score.table(shares, probability, thresholds)
    moods = probability[:, :5]
    sure = np.argsort(-moods.max(1), kind="stable")[:round(COVERAGE * len(moods))]
    first = (shares[:, :5] > 0)[np.arange(len(moods)), moods.argmax(1)]
    return [found["hit@1"], found["macro-F1"], found["AUC"], found["ECE"], first[sure].mean(), found["shown"], found["first chip right"]]


def pace(rival, texts):
    """Microseconds a text, in Python: the best of three rounds."""
    best = float("inf")
    for _ in range(3):
        getattr(rival, "forget", lambda: None)()
        begin = time.perf_counter()
        for text in texts:
            rival.judge([text])
        best = min(best, (time.perf_counter() - begin) / len(texts) * 1e6)
    return best


def loading(rival, folder):
    """Milliseconds until it can answer, the median of nine; None for the model, which has no business in Python."""
    if not hasattr(rival, "load"):
        return None
    if hasattr(rival, "keep"):
        rival.keep(folder)
    times = []
    for _ in range(9):
        begin = time.perf_counter()
        rival.load()
        times.append((time.perf_counter() - begin) * 1e3)
    return sorted(times)[4]


def sample(texts, split):
    """(ordinary entries, entries of 600 words) out of held-back lines."""
    places = np.where(split.journal | (split.held & (split.source == "ed")))[0]
    words = " ".join(texts[place] for place in np.where(split.journal)[0]).split()
    long = [" ".join(words[start:start + 600]) for start in range(0, len(words) - 600, 600)]
    return [texts[place] for place in places][:1000], long[:20]


def run(lines, rows, shares, split, thresholds, isear=None, swift=None):
    """Prints the table. `isear`: more lines as (mood, text). `swift`: asked with both samples for the model's own three times."""
    texts = [line[3] for line in lines]
    sets = {
        "journals": split.journal, "EmpatheticDialogues": split.held & (split.source == "ed"),
        "GoEmotions": split.held & (split.source == "goemotions") & (shares[:, 5] == 0),
    }
    typical, long = sample(texts, split)
    print(f"\n{'lines':20} {'by':11} {'n':>5} {'hit@1':>6} {'macro-F1':>9} {'AUC':>6} {'ECE':>6} {'surest 65 %':>12} {'chips':>6} {'first right':>12}")
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for rival in rivals(thresholds):
            probability, others = judged(rival, texts, rows, shares, split, sets, [text for _, text in isear or ()])
            for name, mask in sets.items():
                show(name, rival, mask.sum(), quality(shares[mask], probability[mask], rival.thresholds))
            if isear:
                truth = np.array([[mood == label for label in data.MOODS] for mood, _ in isear], dtype=float)
                show("ISEAR", rival, len(isear), quality(truth, others, rival.thresholds))
            times.append((rival.name, pace(rival, typical), pace(rival, long), loading(rival, pathlib.Path(folder))))
    measured = swift(typical, long) if swift else None
    words = sum(len(text.split()) for text in typical) / len(typical)
    print(f"\n{'':27} {f'entry of {words:.0f} words':>18} {'of 600 words':>14} {'loading':>10}")
    if measured:
        print(f"{'this model, in the program':27} {measured['typical']:15.1f} us {measured['long']:11.0f} us {measured['load'] / 1000:7.2f} ms")
    for name, short, much, load in times:
        where = "Python" if name != "fastText" else "C++ by Python"
        print(f"{name + ', ' + where:27} {short:15.0f} us {much:11.0f} us " + (f"{load:7.1f} ms" if load is not None else f"{'–':>10}"))
    return measured


def show(name, rival, count, columns):
    hit, macro, area, error, sure, chips, right = columns
    print(f"{name:20} {rival.name:11} {count:5} {hit:6.3f} {macro:9.3f} {area:6.3f} {error:6.3f} {sure:12.3f} {chips:6.3f} {right:12.3f}", flush=True)
