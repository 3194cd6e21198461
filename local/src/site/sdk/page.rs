//! The pages of a client.

use super::super::markdown;
use super::super::page::{Page, Section};
use super::scan::Item;
use maud::{Markup, html};

/// Declarations of a subject.
pub struct Topic {
    /// The name in the path of the page.
    pub name: String,
    title: String,
    docs: String,
    /// The declarations, each with the path of the import.
    pub items: Vec<(String, Item)>,
}

impl Topic {
    /// Creates a topic without declarations.
    pub fn new(name: &str, title: &str, docs: String) -> Self {
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
            docs,
            items: Vec::new(),
        }
    }

    /// Returns the declarations in the order of the page: functions and classes, then types.
    fn sorted(&self) -> [(&'static str, Vec<&(String, Item)>); 2] {
        let (types, functions) = self.items.iter().partition(|(_, item)| is_type(&item.code));
        [("Functions and classes", functions), ("Types", types)]
    }
}

/// Returns true for declarations without functions.
fn is_type(code: &str) -> bool {
    let code = code.trim_start_matches("pub ");
    ["interface ", "type ", "enum "]
        .iter()
        .any(|start| code.starts_with(start))
}

/// The reference of a client.
pub struct Contents {
    /// The folder of the pages.
    pub folder: &'static str,
    /// The title of all pages.
    pub title: &'static str,
    /// The caption of the code.
    pub language: &'static str,
    /// The Markdown before the list of declarations.
    pub introduction: &'static str,
    /// The topics in the order of the pages.
    pub topics: Vec<Topic>,
}

/// Path and title of the first page, with paths and titles of the pages of the topics.
pub type Links = (String, String, Vec<(String, String)>);

/// Returns the target of a link of an introduction.
fn target(link: &str) -> Option<String> {
    let name = link.rsplit('/').next()?;
    Some(match name.strip_suffix(".md") {
        Some(guide) => format!("../../{guide}.html"),
        None => "../../reference/index.html".to_owned(),
    })
}

impl Contents {
    /// Returns path and title of the first page, with those of the pages of the topics.
    pub fn links(self) -> Links {
        let topics = self
            .topics
            .iter()
            .map(|topic| (self.path(&topic.name), topic.title.clone()));
        (self.path("index"), self.title.to_owned(), topics.collect())
    }

    fn path(&self, name: &str) -> String {
        format!("{}/{name}.html", self.folder)
    }

    /// Returns the first page, and a page for each topic.
    pub fn pages(&self) -> Vec<Page> {
        let topics = self.topics.iter().map(|topic| self.topic(topic));
        std::iter::once(self.index()).chain(topics).collect()
    }

    fn index(&self) -> Page {
        let content = html! {
            h1 { (self.title) }
            (markdown::render(self.introduction, target).html)
            @for topic in &self.topics {
                h2 id=(topic.name) { a href={ (topic.name) ".html" } { (topic.title) } }
                ul class="operations" {
                    @for (_, item) in topic.sorted().into_iter().flat_map(|(_, items)| items) {
                        li {
                            a href={ (topic.name) ".html#" (item.name) } { (item.name) }
                            span class="summary" { (phrase(first_sentence(&item.docs))) }
                        }
                    }
                }
            }
        };
        Page {
            path: self.path("index"),
            title: format!("{} client", self.title),
            summary: format!("Reference of the {} client", self.title),
            sections: Vec::new(),
            texts: vec![(None, self.introduction.to_owned())],
            content,
            is_wide: false,
        }
    }

    fn topic(&self, topic: &Topic) -> Page {
        let content = html! {
            nav class="breadcrumb" aria-label="Breadcrumb" { a href="index.html" { (self.title) " client" } }
            h1 { (topic.title) }
            (markdown::inline(&plain(&topic.docs)))
            @for (title, items) in topic.sorted() {
                @if !items.is_empty() {
                    h2 { (title) }
                    @for (import, item) in items { (section(import, item)) }
                }
            }
        };
        let texts = topic.items.iter().map(|(_, item)| {
            let section = Section {
                id: item.name.clone(),
                title: item.name.clone(),
            };
            let members = item.members.iter().map(|member| format!(" {}", member.name));
            (Some(section), item.docs.clone() + &members.collect::<String>())
        });
        Page {
            path: self.path(&topic.name),
            title: format!("{} ({})", topic.title, self.language),
            summary: format!("{} client: {}", self.title, topic.title),
            sections: Vec::new(),
            texts: texts.collect(),
            content,
            is_wide: false,
        }
    }
}

fn section(import: &str, item: &Item) -> Markup {
    html! {
        section class="item" aria-labelledby=(item.name) {
            h3 id=(item.name) { (item.name) }
            p class="limits" { code { (import) } }
            pre tabindex="0" { code { (item.code) } }
            (markdown::inline(&plain(&item.docs)))
            (members(&item.members))
        }
    }
}

fn members(items: &[Item]) -> Markup {
    html! {
        @if !items.is_empty() {
            ul class="fields" {
                @for item in items {
                    li {
                        code class="signature" { (item.code) }
                        (markdown::inline(&plain(&item.docs)))
                        (members(&item.members))
                    }
                }
            }
        }
    }
}

fn phrase(text: &str) -> Markup {
    markdown::phrase(&plain(text))
}

fn first_sentence(text: &str) -> &str {
    let end = text.find(". ").or_else(|| text.find(".\n")).map(|end| end + 1);
    &text[..end.unwrap_or(text.len())]
}

/// Returns the Markdown of a comment for a page: headings are paragraphs, since the page has the headings, and links to
/// other declarations, which have no address, are text.
fn plain(docs: &str) -> String {
    let paragraph = |line: &str| match line.strip_prefix("# ") {
        Some(title) => format!("**{title}**"),
        None => line.to_owned(),
    };
    let docs = docs.lines().map(paragraph).collect::<Vec<_>>().join("\n");
    let mut parts = docs.split("[`");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part.split_once("`]") {
        Some((name, rest)) if !rest.starts_with('(') => format!("{text}`{name}`{rest}"),
        _ => format!("{text}[`{part}"),
    })
}
