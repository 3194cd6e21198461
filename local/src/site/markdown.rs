//! Markdown to HTML.

use super::page::Section;
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};
use std::collections::HashMap;

/// A rendered document.
pub struct Rendered {
    /// The HTML.
    pub html: Markup,
    /// The title: the heading of the first level.
    pub title: String,
    /// The headings of the second level.
    pub sections: Vec<Section>,
    /// The text without markup, by section.
    pub texts: Vec<(Option<Section>, String)>,
}

/// Renders a document. `link` returns the target of a link, or `None` if the site does not have the target; the text of such a
/// link remains.
pub fn render(source: &str, link: impl Fn(&str) -> Option<String>) -> Rendered {
    let parser = Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let mut state = State {
        texts: vec![(None, String::new())],
        ..State::default()
    };
    let events: Vec<_> = parser.collect();
    for event in anchored(events) {
        state.push(event, &link);
    }
    let mut html = String::new();
    push_html(&mut html, state.events.into_iter());
    Rendered {
        html: PreEscaped(html),
        title: state.title,
        sections: state.sections,
        texts: state.texts,
    }
}

/// Renders the text of an OpenAPI document, without links to files of the repository.
pub fn inline(source: &str) -> Markup {
    render(source, |target| target.contains("://").then(|| target.to_owned())).html
}

/// Renders one sentence without a paragraph.
pub fn phrase(source: &str) -> Markup {
    let html = inline(source).into_string();
    let text = html
        .trim_end()
        .strip_prefix("<p>")
        .and_then(|rest| rest.strip_suffix("</p>"));
    PreEscaped(text.map(str::to_owned).unwrap_or(html))
}

/// Adds anchors to the headings, as GitHub derives them from the text.
fn anchored(mut events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut used: HashMap<String, usize> = HashMap::new();
    for start in 0..events.len() {
        if !matches!(events[start], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let inner = events[start + 1..]
            .iter()
            .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let slug = slug(&inner.filter_map(text_of).collect::<String>());
        let repeated = used.entry(slug.clone()).or_default();
        let anchor = if *repeated == 0 {
            slug
        } else {
            format!("{slug}-{repeated}")
        };
        *repeated += 1;
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
            *id = Some(anchor.into());
        }
    }
    events
}

fn text_of<'event>(event: &'event Event<'_>) -> Option<&'event str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

fn slug(title: &str) -> String {
    let kept = title.to_lowercase();
    kept.chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
            _ => None,
        })
        .collect()
}

/// The state of a rendering.
#[derive(Default)]
struct State<'source> {
    events: Vec<Event<'source>>,
    title: String,
    sections: Vec<Section>,
    texts: Vec<(Option<Section>, String)>,
    /// The level, anchor and text of the open heading.
    heading: Option<(u8, String, String)>,
    /// The language and text of the open code block.
    code: Option<(String, String)>,
    /// For each open link: true if the target exists.
    links: Vec<bool>,
}

impl<'source> State<'source> {
    fn push(&mut self, event: Event<'source>, link: &impl Fn(&str) -> Option<String>) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match &kind {
                    CodeBlockKind::Fenced(info) => info.split(' ').next().unwrap_or_default().to_owned(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((language, String::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let (language, text) = self.code.take().unwrap_or_default();
                self.raw(code(&language, &text));
            }
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let target = link(&dest_url);
                self.links.push(target.is_some());
                if let Some(target) = target {
                    let dest_url = target.into();
                    self.events.push(Event::Start(Tag::Link {
                        link_type,
                        dest_url,
                        title,
                        id,
                    }));
                }
            }
            Event::End(TagEnd::Link) => {
                if self.links.pop() == Some(true) {
                    self.events.push(Event::End(TagEnd::Link));
                }
            }
            Event::Start(Tag::Heading { level, ref id, .. }) => {
                let anchor = id.as_deref().unwrap_or_default().to_owned();
                self.heading = Some((level as u8, anchor, String::new()));
                self.events.push(event);
            }
            Event::End(TagEnd::Heading(_)) => {
                self.end_heading();
                self.events.push(event);
            }
            Event::Start(Tag::Table(_)) => {
                self.raw(PreEscaped("<div class=\"table\" tabindex=\"0\">".to_owned()));
                self.events.push(event);
            }
            Event::End(TagEnd::Table) => {
                self.events.push(event);
                self.raw(PreEscaped("</div>".to_owned()));
            }
            // No file of ours contains HTML; text that looks like HTML is text.
            Event::Html(text) | Event::InlineHtml(text) => self.text(Event::Text(text)),
            Event::Text(_) | Event::Code(_) => self.text(event),
            other => self.events.push(other),
        }
    }

    fn text(&mut self, event: Event<'source>) {
        let text = text_of(&event).unwrap_or_default();
        if let Some((_, code)) = &mut self.code {
            code.push_str(text);
            return;
        }
        if let Some((_, _, heading)) = &mut self.heading {
            heading.push_str(text);
        } else if let Some((_, all)) = self.texts.last_mut() {
            all.push_str(text);
            all.push(' ');
        }
        self.events.push(event);
    }

    fn end_heading(&mut self) {
        let Some((level, id, title)) = self.heading.take() else {
            return;
        };
        match level {
            1 => self.title = title,
            2 => {
                let section = Section { id, title };
                self.texts.push((Some(section.clone()), String::new()));
                self.sections.push(section);
            }
            _ => {}
        }
    }

    fn raw(&mut self, html: Markup) {
        self.events.push(Event::Html(CowStr::from(html.into_string())));
    }
}

/// The languages of code blocks that have a caption. A script joins adjacent blocks of different languages to tabs.
const LANGUAGES: [(&str, &str); 4] = [
    ("sh", "curl"),
    ("ts", "TypeScript"),
    ("rust", "Rust"),
    ("json", "Response"),
];

/// Returns a code block, which the keyboard can scroll.
pub fn code(language: &str, text: &str) -> Markup {
    let caption = LANGUAGES
        .iter()
        .find(|(name, _)| *name == language)
        .map(|(_, caption)| *caption);
    html! {
        figure class="code" data-language=[caption] {
            @if let Some(caption) = caption { figcaption { (caption) } }
            pre tabindex="0" { code { (text) } }
        }
    }
}
