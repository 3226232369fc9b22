import MoodClassifier
import Testing

/// The model keeps silent where it cannot know.
struct LanguageTests {
    @Test(arguments: [
        "", " ", "happy", "So sad", "Why?!", "Furious!!!", "!!!!!!", "...", "😭", "I cried", "\n\n\t", "Terrible day",
    ])
    func `under three words nothing is said`(text: String) throws {
        let reading = try Given.model().moods(in: text)
        #expect(reading.silence == .tooShort)
        #expect(reading.mood == nil && reading.suggestions.isEmpty && reading.because.isEmpty)
        #expect(reading.probabilities.count == 6)
    }

    @Test(arguments: [
        "Heute bin ich sehr traurig, weil mein Hund gestorben ist.", "Ich war so in Berlin und die Sonne war warm.",
        "Hij was boos, en ik had geen tijd om te praten.", "Jag är så glad att sommaren äntligen är här.",
        "Jeg er bange for at miste mit arbejde.", "Je suis si content, la journée était parfaite.",
        "J'ai pleuré toute la nuit.", "Estoy feliz, hoy es mi cumpleaños.", "No puedo dormir, tengo mucho miedo.",
        "Oggi sono felice, il sole brilla.", "Sono arrabbiata con te.", "Hoje estou muito triste.",
        "Jestem zły na mojego brata.", "Mám strach a nemůžu spát.", "Sunt foarte fericit astăzi.",
        "Bugün çok mutluyum, güneş parlıyor.", "Olen onnellinen ja rauhallinen.", "Nagyon dühös vagyok rád.",
        "Saya sangat marah kepada dia.", "Masayang masaya ako ngayong araw.", "Nina furaha sana leo.",
        "Я очень злюсь на него.", "Είμαι πολύ χαρούμενος σήμερα.", "אני מאוד עצוב היום.", "أنا سعيد جدا اليوم.",
        "मैं आज बहुत खुश हूँ।", "我 今天 非常 高兴。", "今日 は とても 悲しい です。", "나는 오늘 정말 행복하다.", "Hôm nay tôi rất vui.",
        "😭 😭 😭 😭", "asdf qwer zxcv uiop", "12 34 56 78", "Die Hand war warm, so war es.",
    ])
    func `text that is not English gets no mood`(text: String) throws {
        let reading = try Given.model().moods(in: text)
        #expect(reading.silence == .notEnglish)
        #expect(reading.mood == nil && reading.suggestions.isEmpty && reading.because.isEmpty)
    }

    @Test(arguments: [
        "I am sad", "My dog died today and I can't stop crying.", "Went for a walk with Jürgen and Zoë in the Tiergarten.",
        "Took 400 mg ibuprofen at noon.", "im so tierd of this, he allways shouts at me", "ALL CAPS AND VERY ANGRY",
        "We had Käsespätzle, it was lovely.", "so happy right now 🎉🎉",
    ])
    func `English is heard, with its slips and its guests`(text: String) throws {
        let reading = try Given.model().moods(in: text)
        #expect(reading.silence == nil)
        #expect(reading.mood != nil)
        #expect(reading.mood != .neutral)
    }

    @Test func `a text in two languages follows the one with more words`() throws {
        let model = try Given.model()
        #expect(model.moods(in: "Heute war ich bei meiner Oma und danach im Kino, it was nice.").mood == nil)
        #expect(model.moods(in: "We visited my grandmother and then watched a movie, es war schön.").mood != nil)
    }
}
