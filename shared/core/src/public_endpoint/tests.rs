//! Published tricks to hide an address in a URL, from the section on bypassing filters of `PayloadsAllTheThings` (Server
//! Side Request Forgery), the cheat sheet of OWASP, and "A New Era of SSRF" (Tsai, Black Hat 2017).

use super::*;
use proptest::prelude::*;
use std::net::{Ipv4Addr, Ipv6Addr};

fn public(text: &str) -> Result<String, EndpointError> {
    Endpoint::parse(text, Reach::Public).map(|endpoint| endpoint.url().to_string())
}

fn local(text: &str) -> Result<String, EndpointError> {
    Endpoint::parse(text, Reach::PublicAndLoopback).map(|endpoint| endpoint.url().to_string())
}

#[test]
fn urls_of_receivers_are_accepted() {
    for (text, canonical) in [
        ("https://example.com", "https://example.com/"),
        (
            "https://example.com/hook?key=1&x=%20",
            "https://example.com/hook?key=1&x=%20",
        ),
        ("HTTPS://Example.COM:443/", "https://example.com/"),
        ("https://example.com:1024/", "https://example.com:1024/"),
        ("https://example.com:65535/", "https://example.com:65535/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://example.com./", "https://example.com./"),
        // Rejected at the delivery, by the address that the name resolves to.
        ("https://127.0.0.1.nip.io/", "https://127.0.0.1.nip.io/"),
        ("https://localhost.example.com/", "https://localhost.example.com/"),
        ("https://notlocalhost/", "https://notlocalhost/"),
        ("https://o177.0.0.1.example/", "https://o177.0.0.1.example/"),
        // The second address is a part of the path and the query.
        (
            "https://example.com/@127.0.0.1/?u=http://127.0.0.1",
            "https://example.com/@127.0.0.1/?u=http://127.0.0.1",
        ),
        ("https://ⓔⓧⓐⓜⓟⓛⓔ.ⓒⓞⓜ/", "https://example.com/"),
    ] {
        assert_eq!(public(text).as_deref(), Ok(canonical), "{text}");
        assert_eq!(local(text).as_deref(), Ok(canonical), "{text}");
    }
}

#[test]
fn addresses_are_rejected_in_every_notation() {
    for host in [
        "127.0.0.1",
        "127.127.127.127",
        "8.8.8.8",
        "127.0.0.1.",
        "0.0.0.0",
        "0",
        "127.1",
        "127.0.1",
        "2130706433",
        "3232235521",
        "2852039166",
        "0x7f000001",
        "0X7F.1",
        "0x7f.0x0.0x0.0x1",
        "0x",
        "0177.0.0.1",
        "017700000001",
        "00000177.0.0.01",
        "0251.0376.0251.0376",
        "169.254.43518",
        "0xa9fea9fe",
        "%31%32%37.0.0.1",
        "127%2e0%2e0%2e1",
        "１２７.0.0.1",
        "127。0。0。1",
        "127．0．0．1",
        "①②⑦.⓪.⓪.①",
        "①⑥⑨。②⑤④。⑯⑨｡②⑤④",
        "[::]",
        "[::1]",
        "[0:0:0:0:0:ffff:127.0.0.1]",
        "[0000::1]",
        "[::ffff:a9fe:a9fe]",
        "[::127.0.0.1]",
        "[64:ff9b::169.254.169.254]",
        "[fd00:ec2::254]",
        "[2606:4700:4700::1111]",
    ] {
        assert_eq!(
            public(&format!("https://{host}/")),
            Err(EndpointError::Address),
            "{host}"
        );
        assert_eq!(
            public(&format!("https://{host}:8443/")),
            Err(EndpointError::Address),
            "{host}"
        );
    }
}

#[test]
fn other_hosts_are_malformed() {
    for host in [
        "",
        "127.0.0.256",
        "127.0.0.0.1",
        "256.0.0.1",
        "4294967296",
        "0xg.0.0.1",
        "0o177.0.0.1",
        "o177.0.0.1",
        "1.2.3.08",
        "[fe80::1%25eth0]",
        "[fe80::1%eth0]",
        "[::1",
        "::1",
        "0000::1:443",
        "[127.0.0.1]",
        "[v1.fe80::a]",
        "example.com:port",
        "example.com:+443",
        "example.com:00443a",
        "example.com:65536",
        "exa mple.com",
        "example.com%00.evil.example",
        "example.com%2f",
        "%5b::1%5d",
        "a<b.example",
        "xn--a.example",
    ] {
        assert_eq!(
            public(&format!("https://{host}/")),
            Err(EndpointError::Malformed),
            "{host}"
        );
    }
}

#[test]
fn texts_that_parsers_read_differently_are_rejected() {
    for (text, error) in [
        ("https://127.1.1.1:443\\@127.2.2.2:443/", EndpointError::Malformed),
        ("https://example.com\\@127.0.0.1/", EndpointError::Malformed),
        ("https://1.1.1.1 &@2.2.2.2# @3.3.3.3/", EndpointError::Malformed),
        ("https://example.com\t/", EndpointError::Malformed),
        ("https://exam\nple.com/", EndpointError::Malformed),
        (" https://example.com/", EndpointError::Malformed),
        ("https://example.com/\u{a0}", EndpointError::Malformed),
        ("https://example.com/\r\nHost: x", EndpointError::Malformed),
        ("\u{1}https://example.com/", EndpointError::Malformed),
        ("https://example.com/\u{0}", EndpointError::Malformed),
        ("https:example.com", EndpointError::Malformed),
        ("https:/example.com", EndpointError::Malformed),
        ("https:///example.com", EndpointError::Malformed),
        ("//example.com", EndpointError::Malformed),
        ("example.com", EndpointError::Malformed),
        ("", EndpointError::Malformed),
        ("https://example.com@127.0.0.1/", EndpointError::Address),
        ("https://127.0.0.1@example.com/", EndpointError::Credentials),
        ("https://user:secret@example.com/", EndpointError::Credentials),
        ("https://@example.com/", EndpointError::Credentials),
        ("https://:@example.com/", EndpointError::Credentials),
        ("https://a@b@example.com/", EndpointError::Credentials),
        ("https://example.com/#", EndpointError::Fragment),
        ("https://example.com#@127.0.0.1/", EndpointError::Fragment),
    ] {
        assert_eq!(public(text), Err(error), "{text}");
    }
}

#[test]
fn only_https_is_public() {
    for text in [
        "http://example.com/",
        "http://example.com:443/",
        "http://8.8.8.8:8080/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:25/_HELO",
        "dict://127.0.0.1:11211/",
        "ldap://localhost:11211/",
        "jar:https://127.0.0.1!/",
        "data:,x",
        "0://evil.example:80;https://example.com:80/",
        "wss://example.com/",
    ] {
        let expected = if text.starts_with('0') {
            EndpointError::Malformed
        } else {
            EndpointError::Scheme
        };
        assert_eq!((public(text), local(text)), (Err(expected), Err(expected)), "{text}");
    }
}

#[test]
fn ports_of_other_services_are_rejected() {
    for port in ["0", "22", "25", "80", "442", "444", "1023"] {
        assert_eq!(
            public(&format!("https://example.com:{port}/")),
            Err(EndpointError::Port),
            "{port}"
        );
        assert_eq!(
            local(&format!("http://localhost:{port}/")),
            Err(EndpointError::Port),
            "{port}"
        );
    }
    assert_eq!(local("http://localhost/"), Err(EndpointError::Port), "the port 80");
}

#[test]
fn length_is_limited_as_received_and_in_canonical_form() {
    let of_length = |length: usize| format!("https://example.com/{}", "a".repeat(length - 20));
    assert!(public(&of_length(2048)).is_ok());
    assert_eq!(public(&of_length(2049)), Err(EndpointError::TooLong));
    assert_eq!(
        public(&format!("https://example.com/{}", "ä".repeat(500))),
        Err(EndpointError::TooLong)
    );
}

#[test]
fn loopback_is_for_development_only() {
    let loopback = [
        "localhost",
        "LOCALHOST",
        "localhost.",
        "hook.localhost",
        "127.0.0.1",
        "127.8.9.10",
        "2130706433",
        "[::1]",
    ];
    for host in loopback {
        for text in [format!("http://{host}:3000/hook"), format!("https://{host}:3000/hook")] {
            assert!(local(&text).is_ok(), "{text}");
            assert!(public(&text).is_err(), "{text}");
        }
    }
    assert_eq!(public("https://localhost:3000/"), Err(EndpointError::Localhost));
    assert_eq!(public("http://localhost:3000/"), Err(EndpointError::Scheme));
    for host in [
        "10.0.0.1",
        "8.8.8.8",
        "0.0.0.0",
        "[::]",
        "[::ffff:127.0.0.1]",
        "169.254.169.254",
    ] {
        assert_eq!(
            local(&format!("https://{host}:3000/")),
            Err(EndpointError::Address),
            "{host}"
        );
        assert_eq!(
            local(&format!("http://{host}:3000/")),
            Err(EndpointError::Scheme),
            "{host}"
        );
    }
}

#[test]
fn resolved_addresses_are_permitted_by_scheme_and_reach() {
    let permits = |text: &str, reach, address: &str| {
        let endpoint = Endpoint::parse(text, reach).unwrap();
        endpoint.permits(address.parse().unwrap())
    };
    for (address, is_public, is_loopback) in [
        ("1.1.1.1", true, false),
        ("2606:4700:4700::1111", true, false),
        ("127.0.0.1", false, true),
        ("::1", false, true),
        ("::ffff:127.0.0.1", false, false),
        ("10.0.0.1", false, false),
        ("169.254.169.254", false, false),
        ("64:ff9b::1.1.1.1", false, false),
    ] {
        assert_eq!(
            permits("https://example.com/", Reach::Public, address),
            is_public,
            "{address}"
        );
        let in_development = permits("https://example.com/", Reach::PublicAndLoopback, address);
        assert_eq!(in_development, is_public || is_loopback, "{address}");
        let plain = permits("http://localhost:3000/", Reach::PublicAndLoopback, address);
        assert_eq!(plain, is_loopback, "{address}");
    }
}

#[test]
fn error_is_invalid_request_without_a_field_and_without_the_url() {
    let info = EndpointError::Port.info();
    assert_eq!((info.code, info.field), (ErrorCode::InvalidRequest, None));
    assert_eq!(info.message, "The port of the URL must be 443 or above 1023.");
    let endpoint = Endpoint::parse("https://example.com:8443/0secret?key=0secret", Reach::Public).unwrap();
    assert_eq!(
        format!("{endpoint} {endpoint:?}"),
        "https://example.com:8443 https://example.com:8443"
    );
}

/// Writes an IPv4 address in a notation of `inet_aton`: each part decimal, octal or hexadecimal, the last part with the
/// rest of the address.
fn notation(bits: u32, parts: usize, bases: [u8; 4]) -> String {
    let write = |value: u32, base: u8| match base % 4 {
        0 => format!("{value}"),
        1 => format!("0{value:o}"),
        2 => format!("0x{value:x}"),
        _ => format!("0X000{value:X}"),
    };
    let [a, b, c, d] = bits.to_be_bytes().map(u32::from);
    let values = match parts % 4 {
        0 => vec![bits],
        1 => vec![a, bits & 0x00ff_ffff],
        2 => vec![a, b, bits & 0xffff],
        _ => vec![a, b, c, d],
    };
    let texts: Vec<_> = values
        .into_iter()
        .zip(bases)
        .map(|(value, base)| write(value, base))
        .collect();
    texts.join(".")
}

proptest! {
    #[test]
    fn every_notation_of_every_ipv4_address_is_rejected(bits: u32, parts: usize, bases: [u8; 4], percent: [bool; 4]) {
        let plain = notation(bits, parts, bases);
        let wide: String = plain.chars().map(|letter| match letter {
            '0'..='9' => char::from_u32(letter as u32 + 0xfee0).unwrap_or(letter),
            '.' => '\u{3002}',
            other => other,
        }).collect();
        let encoded: String = plain.bytes().zip(percent.into_iter().cycle()).map(|(byte, is_encoded)| {
            if is_encoded { format!("%{byte:02x}") } else { char::from(byte).to_string() }
        }).collect();
        for host in [plain, wide, encoded] {
            prop_assert_eq!(public(&format!("https://{host}/")), Err(EndpointError::Address), "{}", host);
            let found = Url::parse(&format!("https://{host}/")).unwrap();
            prop_assert_eq!(found.host(), Some(Host::Ipv4(Ipv4Addr::from_bits(bits))), "{}", host);
        }
    }

    #[test]
    fn every_ipv6_address_is_rejected(bits: u128) {
        let address = Ipv6Addr::from_bits(bits);
        let segments = address.segments().map(|segment| format!("{segment:04X}")).join(":");
        for host in [address.to_string(), segments] {
            prop_assert_eq!(public(&format!("https://[{host}]/")), Err(EndpointError::Address), "{}", host);
        }
    }

    #[test]
    fn accepted_url_is_accepted_again_in_canonical_form(text in "(https|http)://[a-z0-9.:@\\[\\]%x-]{1,12}(:[0-9]{1,5})?[/a-z0-9?#%ä]{0,8}") {
        for reach in [Reach::Public, Reach::PublicAndLoopback] {
            if let Ok(endpoint) = Endpoint::parse(&text, reach) {
                prop_assert_eq!(Endpoint::parse(endpoint.url().as_str(), reach), Ok(endpoint.clone()));
                prop_assert!(reach == Reach::PublicAndLoopback || matches!(endpoint.url().host(), Some(Host::Domain(_))));
            }
        }
    }

    #[test]
    fn hostile_text_is_parsed_without_a_panic(text in "\\PC*", scheme in "https?:[/\\\\]{0,4}") {
        let _ = (public(&text), local(&text));
        let _ = (public(&format!("{scheme}{text}")), local(&format!("{scheme}{text}")));
    }
}
