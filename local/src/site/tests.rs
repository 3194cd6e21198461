//! Tests of the site.

use super::*;
use std::collections::BTreeSet;

/// Returns the values of an attribute in all pages, with the path of the page.
fn attributes(name: &str) -> Vec<(&'static str, &'static str)> {
    let start = format!(" {name}=\"");
    let mut found = Vec::new();
    for (path, file) in FILES.iter().filter(|(_, file)| file.media_type == HTML) {
        let text = std::str::from_utf8(&file.body).unwrap();
        let values = text
            .split(start.as_str())
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap());
        found.extend(values.map(|value| (path.as_str(), value)));
    }
    found
}

#[test]
fn every_link_of_the_site_has_a_target() {
    let anchors: BTreeSet<_> = attributes("id").into_iter().collect();
    let mut broken = Vec::new();
    let links = attributes("href");
    assert!(links.len() > 1000, "{}", links.len());
    for (page, link) in links
        .into_iter()
        .filter(|(_, link)| !link.contains("://") && !link.starts_with('/'))
    {
        let (file, anchor) = link
            .split_once('#')
            .map_or((link, None), |(file, anchor)| (file, Some(anchor)));
        let target = if file.is_empty() {
            page.to_owned()
        } else {
            resolved(page, file)
        };
        let exists = FILES.contains_key(&target);
        if !exists || anchor.is_some_and(|anchor| !anchors.contains(&(target.as_str(), anchor))) {
            broken.push(format!("{page}: {link}"));
        }
    }
    assert_eq!(broken, Vec::<String>::new());
}

fn resolved(page: &str, link: &str) -> String {
    let mut parts: Vec<_> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

#[test]
fn anchors_are_unique_within_a_page() {
    let mut anchors = attributes("id");
    anchors.sort_unstable();
    let repeated: Vec<_> = anchors.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(repeated.is_empty(), "{repeated:?}");
}

#[test]
fn absolute_links_are_those_of_the_services() {
    let of_services = |link: &str| link.ends_with("/openapi.json");
    let links = attributes("href");
    let absolute: Vec<_> = links
        .iter()
        .filter(|(_, link)| link.starts_with('/') && !of_services(link))
        .collect();
    assert!(absolute.is_empty(), "not part of an exported site: {absolute:?}");
}

#[test]
fn every_operation_of_every_document_has_a_page() {
    let mut count = 0;
    for document in reference::DOCUMENTS.iter() {
        let index = std::str::from_utf8(&FILES[&document.path()].body).unwrap();
        for id in document.operation_ids() {
            let path = format!("reference/{}/{id}.html", document.name);
            assert!(FILES.contains_key(&path), "{path}");
            // The anchors of former single pages.
            assert!(index.contains(&format!("<li id=\"{id}\">")), "{}: {id}", document.name);
            count += 1;
        }
    }
    assert!(count > 70, "{count}");
}

#[test]
fn exported_site_names_the_server() {
    let files = build("https://wallet.example", Audience::Deployment);
    let page = std::str::from_utf8(&files["reference/authorization.html"].body).unwrap();
    assert!(page.contains("data-server=\"https://wallet.example\""));
    assert!(page.contains("http-equiv=\"Content-Security-Policy\""));
    assert!(page.contains("connect-src 'self' https://wallet.example\""));
    assert!(page.contains("href=\"https://wallet.example/authorization/v1/openapi.json\""));
    let page = std::str::from_utf8(&files["reference/authorization/refresh.html"].body).unwrap();
    assert!(page.contains("data-server=\"https://wallet.example\""));
}

#[test]
fn only_the_site_of_the_local_server_has_the_sandbox() {
    let path = "reference/sandbox.html";
    assert!(FILES.contains_key(path));
    let exported = build("", Audience::Deployment);
    assert!(!exported.contains_key(path));
    for (name, file) in exported {
        let text = String::from_utf8_lossy(&file.body);
        assert!(!name.starts_with("reference/sandbox"), "{name}");
        assert!(!text.contains("sandbox.html"), "{name}");
    }
}

#[test]
fn markup_in_markdown_is_text() {
    let rendered = markdown::render("# A\n\n<script>x</script>\n\nx <b>y</b> `<i>`", |_| None);
    assert_eq!(
        rendered.html.into_string(),
        "<h1 id=\"a\">A</h1>\n&lt;script&gt;x&lt;/script&gt;\n<p>x &lt;b&gt;y&lt;/b&gt; <code>&lt;i&gt;</code></p>\n"
    );
}

#[tokio::test]
async fn every_response_of_the_site_forbids_frames_and_windows_of_other_pages() {
    use tower::ServiceExt;
    for (path, status) in [
        ("/", 200),
        ("/docs/", 200),
        ("/docs/search.json", 200),
        ("/docs/missing.html", 404),
        ("/docs", 308),
    ] {
        let request = axum::http::Request::get(path).body(axum::body::Body::empty()).unwrap();
        let response = with_site(axum::Router::new()).oneshot(request).await.unwrap();
        assert_eq!(response.status(), status, "{path}");
        let header = |name| response.headers()[name].to_str().unwrap();
        assert_eq!(header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
        let policy = header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
    }
}
