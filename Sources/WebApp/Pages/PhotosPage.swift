import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// All photos, the newest first, by month.
struct PhotosPage {
    typealias Photo = (entry: StoredEntry, file: AttachmentInfo)

    /// How many entries one page has the photos of.
    static let pageSize = 60

    let photos: [Photo]
    /// The page continues after this entry.
    let next: RecordID?
    let isFirst: Bool
    let dates: DateLanguage

    var html: HTML {
        """
        <p class="way-back"><a href="/journal">\(Icon.back)Journal</a></p>
        <header><h1>Photos</h1></header>
        \("<p><a href=\"/photos\">\(Icon.back)Back to newest</a></p>" as HTML, if: !isFirst)
        \(sections)
        \(empty, if: photos.isEmpty && next == nil)
        \(next.map { "<p class=\"more\"><a class=\"button\" rel=\"next\" href=\"/photos?after=\($0.description)\">Earlier photos</a></p>" as HTML })
        """
    }

    private var sections: HTML {
        MonthSection.sections(of: photos) { $0.entry.entry.day }.html { section in
            let id = "month-" + section.month.iso
            return """
                <section aria-labelledby="\(id)"><h2 class="month" id="\(id)">\(dates.month(section.month))</h2>
                <ul class="photo-grid">\(section.elements.html { photo in
                    "<li>\(PictureLink(entry: photo.entry.id, file: photo.file, moment: dates.day(photo.entry.entry.day, style: .medium)).html)</li>"
                })</ul></section>
                """
        }
    }

    private var empty: HTML {
        "<div class=\"empty\"><p>The photos of your entries will be here, by month.</p><p><a class=\"button primary\" href=\"/today\">Write with a photo</a></p></div>"
    }
}

extension WebApp {
    func addPhotoRoutes(to routes: inout Routes) {
        routes.page("/photos") { visit in
            let after = try visit.request.query["after"].map { typed in
                guard let id = RecordID(text: typed) else { throw HTTPFault.notFound }
                return id
            }
            let page = try await visit.read { vault, preferences in
                let found = try vault.entries(Selection(limit: PhotosPage.pageSize + 1, after: after, hasFiles: true))
                let shown = found.list.prefix(PhotosPage.pageSize)
                let pictures = try vault.pictures(of: Array(shown))
                return PhotosPage(
                    photos: shown.flatMap { entry in (pictures[entry.id] ?? []).map { (entry, $0) } },
                    next: found.list.count + found.unreadable > PhotosPage.pageSize ? shown.last?.id : nil, isFirst: after == nil,
                    dates: preferences.dates)
            }
            return PageFrame(title: "Photos", place: .journal, name: "photos", isForReading: true).page(page.html, for: visit)
        }
    }
}
