//! Tests of the examples and errors of the reference.

use super::*;
use std::collections::BTreeSet;

#[test]
fn rust_examples_have_the_records_of_the_client() {
    let mut findings = Vec::new();
    let mut count = 0;
    for document in DOCUMENTS.iter() {
        for operation in document.operations() {
            let Some(contract) = request::contract(&operation, document) else {
                continue;
            };
            let Some(record) = request::record(&operation, document, contract) else {
                continue;
            };
            let read = contract.request.unwrap();
            count += 1;
            match read(record.clone()) {
                Err(error) => findings.push(format!("{}: {error} in {record}", operation.id())),
                Ok((again, _)) if again != record => {
                    findings.push(format!("{}: {again} is not {record}", operation.id()));
                }
                Ok(_) => {}
            }
        }
    }
    assert_eq!(findings, Vec::<String>::new());
    assert!(count > 60, "{count}");
}

#[test]
fn every_operation_has_examples_of_all_clients() {
    let without: Vec<_> = documents(Audience::Deployment)
        .flat_map(|document| document.operations().into_iter().map(move |it| (it, document)))
        .filter(|(operation, document)| request::examples(operation, document).len() < 3)
        .map(|(operation, _)| operation.id().to_owned())
        .collect();
    // An image, which pages request by its URL.
    assert_eq!(without, ["showIcon"]);
}

#[test]
fn every_documented_code_is_listed_with_what_to_do() {
    for document in DOCUMENTS.iter() {
        for operation in document.operations() {
            let documented: usize = operation
                .responses(document)
                .filter(|(status, _)| errors::is_error(status))
                .map(|(_, response)| response["x-error-codes"].as_array().map_or(0, Vec::len))
                .sum();
            let codes = errors::codes(&operation, document);
            assert_eq!(codes.len(), documented, "{}", operation.id());
            let page = page::page(&operation, document).content.into_string();
            assert_eq!(page.matches("What to do: ").count(), documented, "{}", operation.id());
        }
    }
}

#[test]
fn titles_of_a_service_differ() {
    for document in DOCUMENTS.iter() {
        let titles: Vec<_> = document.operations().iter().map(Operation::title).collect();
        let different: BTreeSet<_> = titles.iter().collect();
        assert_eq!(titles.len(), different.len(), "{titles:?}");
    }
}
