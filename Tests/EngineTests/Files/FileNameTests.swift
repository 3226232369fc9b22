import Basics
import Engine
import SeededChance
import Testing

@Suite struct FileNameTests {
    @Test(arguments: [
        ("photo.jpg", "photo.jpg"), ("", "attachment"), (".", "attachment"), ("..", "attachment"), ("....", "attachment"),
        (" ", "attachment"), ("a/b\\c.txt", "a_b_c.txt"), ("../../etc/passwd", ".._.._etc_passwd"),
        ("a\u{0}b\nc\u{7F}.txt", "a_b_c_.txt"),
        ("name. . ", "name"),
        ("  name.txt  ", "name.txt"), ("what?:*<>|\".txt", "what_______.txt"), ("CON", "_CON"), ("nul.txt", "_nul.txt"),
        ("com1.tar.gz", "_com1.tar.gz"), ("LPT¹", "_LPT¹"), ("console.log", "console.log"), (".hidden", ".hidden"),
        ("flip\u{202E}gpj.exe", "flip_gpj.exe"), ("日記 🧑‍🚀.png", "日記 🧑‍🚀.png"),
    ])
    func `a name is one that every disk takes`(name: String, safe: String) {
        #expect(FileName.safe(name) == safe)
        #expect(FileName.safe(safe) == safe)
    }

    @Test(arguments: [
        ("x", ".jpg", 251), ("é", ".jpg", 125), ("e\u{301}", ".jpg", 83), ("日", ".jpeg", 83), ("😀", "", 63), ("👨‍👩‍👧‍👦", ".png", 10),
        ("x", ".abcdefghijklmnopqrstuvwxyz12345", 223), ("x", "", 255),
    ])
    func `a long name is cut by bytes, between characters, and keeps its ending`(letter: String, ending: String, count: Int) {
        let name = FileName.safe(String(repeating: letter, count: 300) + ending)
        #expect(name == String(repeating: letter, count: count) + ending && name.utf8.count <= 255)
    }

    @Test func `what is cut stays apart, also for disks that know no case and no forms of letters`() {
        let long = String(repeating: "ü", count: 200)
        let names = [
            long + "a.jpg", long + "b.jpg", long.uppercased() + "c.JPG", String(repeating: "u\u{308}", count: 200) + ".jpg",
            "a.jpg",
            "A.JPG", "a-2.jpg", "straße", "STRASSE", "x.", "x", "x ",
        ]
        let distinct = FileName.distinct(names)
        #expect(distinct.allSatisfy { $0.utf8.count <= 255 && FileName.safe($0) == $0 })
        #expect(Set(distinct.map { $0.compatible.uppercased().composed }).count == names.count, "\(distinct)")
        #expect(distinct[0].hasSuffix("ü.jpg") && distinct[1].hasSuffix("ü-2.jpg"))
        #expect(distinct[4...6] == ["a.jpg", "A-2.JPG", "a-2-2.jpg"])
    }

    @Test func `any name gives one that can be written, and the same again`() {
        var chance = Seed.generator("file names")
        for _ in 0..<2000 {
            let name = chance.awkwardText(upTo: 400)
            let safe = FileName.safe(name)
            let isPlain = !safe.isEmpty && safe.utf8.count <= 255 && !safe.utf8.contains { $0 == 0x2F || $0 == 0 }
            #expect(isPlain && safe != "." && safe != ".." && FileName.safe(safe) == safe, "\(name.debugDescription)")
        }
        let marks = "a" + String(repeating: "\u{301}", count: 400) + ".txt"
        #expect(FileName.safe(marks).unicodeScalars.first == "a" && FileName.safe(marks).utf8.count <= 255)
    }
}
