//! The addresses that a request to an untrusted host may connect to: global unicast addresses without a special purpose.
//!
//! The tables follow the registries of special-purpose addresses of IANA (RFC 6890, as of RFC 9637), and add the metadata
//! addresses of clouds that are in no special range.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The forbidden IPv4 networks: address and length of the prefix.
const FORBIDDEN_V4: &[(Ipv4Addr, u32)] = &[
    (Ipv4Addr::UNSPECIFIED, 8),            // "this network", RFC 791
    (Ipv4Addr::new(10, 0, 0, 0), 8),       // private use, RFC 1918
    (Ipv4Addr::new(100, 64, 0, 0), 10),    // shared address space, RFC 6598; 100.100.100.200 is the metadata of Alibaba
    (Ipv4Addr::new(127, 0, 0, 0), 8),      // loopback, RFC 1122
    (Ipv4Addr::new(168, 63, 129, 16), 32), // the platform of Azure
    (Ipv4Addr::new(169, 254, 0, 0), 16),   // link-local, RFC 3927; 169.254.169.254 is the metadata of most clouds
    (Ipv4Addr::new(172, 16, 0, 0), 12),    // private use, RFC 1918
    (Ipv4Addr::new(192, 0, 0, 0), 24),     // IETF protocol assignments, RFC 6890; 192.0.0.192 is the metadata of Oracle
    (Ipv4Addr::new(192, 0, 2, 0), 24),     // documentation, RFC 5737
    (Ipv4Addr::new(192, 88, 99, 0), 24),   // relays of 6to4, RFC 7526
    (Ipv4Addr::new(192, 168, 0, 0), 16),   // private use, RFC 1918
    (Ipv4Addr::new(198, 18, 0, 0), 15),    // benchmarking, RFC 2544
    (Ipv4Addr::new(198, 51, 100, 0), 24),  // documentation, RFC 5737
    (Ipv4Addr::new(203, 0, 113, 0), 24),   // documentation, RFC 5737
    (Ipv4Addr::new(224, 0, 0, 0), 4),      // multicast, RFC 1112
    (Ipv4Addr::new(240, 0, 0, 0), 4),      // reserved, RFC 1112, and broadcast, RFC 919
];

/// The only IPv6 network with global unicast addresses (RFC 4291). Outside are `::/96` (IPv4-compatible, unspecified,
/// loopback), `::ffff:0:0/96` (IPv4-mapped), `64:ff9b::/96` and `64:ff9b:1::/48` (NAT64), `100::/64` (discard), `5f00::/16` (segment
/// routing), `fc00::/7` (unique-local, with the metadata address `fd00:ec2::254`), `fe80::/10` (link-local), `fec0::/10`
/// (site-local) and `ff00::/8` (multicast).
const GLOBAL_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// The forbidden IPv6 networks within [`GLOBAL_V6`]. 6to4 and Teredo are forbidden as a whole, since both carry IPv4 addresses and are
/// out of use (RFC 7526).
const FORBIDDEN_V6: &[(Ipv6Addr, u32)] = &[
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // IETF protocol assignments with Teredo, RFC 2928, RFC 4380
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation, RFC 3849
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4, RFC 3056
    (Ipv6Addr::new(0x3ffe, 0, 0, 0, 0, 0, 0, 0), 16), // the former 6bone, RFC 3701
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation, RFC 9637
];

/// Returns true if a request may connect to an address that a name was resolved to.
///
/// False for private, loopback, link-local, multicast, reserved, translated and metadata addresses, and for each IPv6 form
/// of an IPv4 address. A translator with a prefix of the operator's own (RFC 6052) cannot be recognised.
pub fn is_allowed(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !FORBIDDEN_V4.iter().any(|network| contains_v4(*network, address)),
        IpAddr::V6(address) => {
            let is_forbidden = FORBIDDEN_V6.iter().any(|network| contains_v6(*network, address));
            contains_v6(GLOBAL_V6, address) && !is_forbidden && !is_isatap(address)
        }
    }
}

fn contains_v4((network, length): (Ipv4Addr, u32), address: Ipv4Addr) -> bool {
    (network.to_bits() ^ address.to_bits()).leading_zeros() >= length
}

fn contains_v6((network, length): (Ipv6Addr, u32), address: Ipv6Addr) -> bool {
    (network.to_bits() ^ address.to_bits()).leading_zeros() >= length
}

/// Returns true for an interface identifier of ISATAP, which ends in an IPv4 address (RFC 5214 §6.1).
fn is_isatap(address: Ipv6Addr) -> bool {
    let [.., flags, mark, _, _] = address.segments();
    flags & !0x0200 == 0 && mark == 0x5efe
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str) -> bool {
        is_allowed(text.parse().unwrap_or_else(|_| panic!("{text} is not an address")))
    }

    #[test]
    fn addresses_of_public_services_and_next_to_forbidden_networks_are_allowed() {
        let v4 = "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 \
                  168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 \
                  192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 \
                  198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255";
        let v6 = "2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2001:ffff::1 2003::1 3ffd::1 \
                  2606:4700:4700::1111 2a01:4f8::1 3fff:1000::1 2606:4700::5eff:a00:1 2606:4700::100:5efe:a00:1";
        for address in v4.split_whitespace().chain(v6.split_whitespace()) {
            assert!(check(address), "{address}");
        }
    }

    #[test]
    fn ipv4_networks_of_special_purpose_are_rejected_from_end_to_end() {
        let networks = "0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.0.0.1 \
                        127.255.255.255 169.254.0.0 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.0 \
                        192.0.2.255 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 \
                        198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 \
                        255.255.255.255";
        for address in networks.split_whitespace() {
            assert!(!check(address), "{address}");
        }
    }

    #[test]
    fn ipv6_networks_of_special_purpose_are_rejected() {
        let networks = ":: ::1 ::8.8.8.8 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::8.8.8.8 64:ff9b:1::8.8.8.8 \
                        64:ff9b:1:ffff::1 100::1 1fff:ffff::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 \
                        2001:20::1 2001:1ff:ffff::1 2001:db8::1 2001:db8:ffff::1 2002:808:808::1 2002:ffff::1 3ffe::1 \
                        3ffe:ffff::1 3fff::1 3fff:fff:ffff::1 2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:10.0.0.1 4000::1 5f00::1 \
                        fc00::1 fdff:ffff::1 fe80::1 febf::1 fec0::1 feff::1 ff02::1 ff0e::1";
        for address in networks.split_whitespace() {
            assert!(!check(address), "{address}");
        }
    }

    /// The addresses of the cloud metadata services in `PayloadsAllTheThings` and in the documentation of the clouds.
    #[test]
    fn metadata_services_are_rejected() {
        for address in [
            "169.254.169.254", // AWS, Google, Azure, DigitalOcean, OpenStack, Oracle, Hetzner
            "169.254.170.2",   // containers of AWS
            "169.254.170.23",  // pods of AWS
            "169.254.169.253", // the resolver of AWS
            "fd00:ec2::254",   // AWS
            "fd00:ec2::23",    // pods of AWS
            "fd20:ce::254",    // Google
            "fd00:42::42",     // Scaleway
            "100.100.100.200", // Alibaba
            "168.63.129.16",   // Azure
            "192.0.0.192",     // Oracle
        ] {
            assert!(!check(address), "{address}");
        }
    }

    proptest! {
        #[test]
        fn every_ipv6_form_of_an_ipv4_address_is_forbidden(bits: u32, prefix in 0x2000_u16..0x4000, subnet: u16) {
            let v4 = Ipv4Addr::from_bits(bits);
            let [high, low] = [(bits >> 16) as u16, (bits & 0xffff) as u16];
            for v6 in [
                v4.to_ipv6_mapped(),
                v4.to_ipv6_compatible(),
                Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, high, low),
                Ipv6Addr::new(0x64, 0xff9b, 1, subnet, 0, 0, high, low),
                Ipv6Addr::new(0x2002, high, low, subnet, 0, 0, 0, 1),
                Ipv6Addr::new(0x2001, 0, high, low, subnet, 0, !high, !low),
                Ipv6Addr::new(prefix, subnet, 0, 0, 0, 0x5efe, high, low),
            ] {
                prop_assert!(!is_allowed(v6.into()), "{}", v6);
            }
        }

        /// The standard library knows a part of the registries.
        #[test]
        fn classification_of_the_standard_library_is_forbidden(bits: u32, long: u128) {
            let v4 = Ipv4Addr::from_bits(bits);
            let is_special = v4.is_private() || v4.is_loopback() || v4.is_link_local() || v4.is_broadcast();
            let is_special = is_special || v4.is_documentation() || v4.is_multicast() || v4.is_unspecified();
            prop_assert!(!(is_special && is_allowed(v4.into())), "{}", v4);
            let v6 = Ipv6Addr::from_bits(long);
            let is_special = v6.is_loopback() || v6.is_multicast() || v6.is_unique_local() || v6.is_unicast_link_local();
            prop_assert!(!(is_special && is_allowed(v6.into())), "{}", v6);
        }
    }
}
