//! A `CloudFormation` stack, for an operator's commands.
//!
//! A signed `DescribeStacks`: the SDK of `CloudFormation` has hundreds of operations.

use super::signing::{Call, CallError, SignedClient};
use super::{AwsSettings, AwsSetupError};
use aws_credential_types::provider::ProvideCredentials;
use aws_smithy_xml::decode::{Document, XmlDecodeError, try_data};
use aws_types::SdkConfig;
use aws_types::service_config::ServiceConfigKey;
use http::{Method, StatusCode};
use std::collections::BTreeMap;
use std::error::Error;

/// The name of the service in signatures and endpoints.
const SERVICE: &str = "cloudformation";

/// The headers of the AWS Query protocol.
const HEADERS: [(&str, &str); 1] = [("content-type", "application/x-www-form-urlencoded")];

/// The version of the API of `CloudFormation`.
const VERSION: &str = "2010-05-15";

/// The elements of a response that are read.
const ELEMENTS: [&str; 7] = [
    "OutputKey",
    "OutputValue",
    "ParameterKey",
    "ParameterValue",
    "StackStatus",
    "StackDriftStatus",
    "Message",
];

/// The maximum size of a response in bytes: 200 outputs and 200 parameters of at most 4 KiB each.
const MAX_RESPONSE: usize = 4 * 1024 * 1024;

/// A stack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// The status: `UPDATE_COMPLETE`.
    pub status: String,
    /// The result of the last drift detection: `IN_SYNC`, `DRIFTED`, `NOT_CHECKED` or `UNKNOWN`.
    pub drift: String,
    /// The outputs by name.
    pub outputs: BTreeMap<String, String>,
    /// The parameters by name. Parameters with `NoEcho` have no value.
    pub parameters: BTreeMap<String, String>,
}

/// A stack cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StackError {
    /// The name has characters that `CloudFormation` does not allow.
    #[error("the name of the stack is not valid: use letters, digits and hyphens")]
    Name,
    /// The configuration has no region.
    #[error("the region is unknown: set --region or AWS_REGION")]
    NoRegion,
    /// The configuration has no credentials.
    #[error("there are no AWS credentials")]
    NoCredentials(#[source] Box<dyn Error + Send + Sync>),
    /// `CloudFormation` rejected the request.
    #[error("CloudFormation rejected the request: {0}")]
    Rejected(String),
    /// `CloudFormation` did not respond.
    #[error("CloudFormation did not respond")]
    NoResponse(#[source] Box<dyn Error + Send + Sync>),
    /// The response is not the protocol's.
    #[error("the response of CloudFormation is unusable")]
    Unusable,
    /// The HTTP client cannot be set up.
    #[error(transparent)]
    Setup(#[from] AwsSetupError),
}

/// Reads a stack with the region and credentials of a configuration.
pub async fn read_stack(settings: &AwsSettings, config: &SdkConfig, name: &str) -> Result<Stack, StackError> {
    let is_valid = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || !name.chars().all(is_valid) {
        return Err(StackError::Name);
    }
    let region = config.region().ok_or(StackError::NoRegion)?.to_string();
    let provider = config.credentials_provider();
    let provider = provider.ok_or_else(|| StackError::NoCredentials("no source is configured".into()))?;
    let credentials = provider.provide_credentials().await;
    let credentials = credentials.map_err(|error| StackError::NoCredentials(error.into()))?;
    let settings = AwsSettings {
        region: Some(region),
        credentials: Some(credentials),
        ..settings.clone()
    };
    let client = SignedClient::new(settings, SERVICE, configured_endpoint(config));
    client.http()?;
    let call = Call {
        method: Method::POST,
        path: "",
        headers: &HEADERS,
        body: format!("Action=DescribeStacks&Version={VERSION}&StackName={name}"),
        max_response: MAX_RESPONSE,
    };
    let (status, body) = client.call(call).await.map_err(|error| match error {
        CallError::Unsigned(error) => StackError::NoCredentials(error),
        CallError::Broken(error) => StackError::NoResponse(error.into()),
        CallError::TooLarge => StackError::Unusable,
    })?;
    let body = String::from_utf8(body).map_err(|_| StackError::Unusable)?;
    parse(status, &body)
}

/// Returns the endpoint in `AWS_ENDPOINT_URL_CLOUDFORMATION`, `AWS_ENDPOINT_URL` or the profile.
fn configured_endpoint(config: &SdkConfig) -> Option<String> {
    let key = ServiceConfigKey::builder()
        .service_id("CloudFormation")
        .env("AWS_ENDPOINT_URL")
        .profile("endpoint_url")
        .build()
        .ok()?;
    let of_service = config.service_config().and_then(|load| load.load_config(key));
    of_service.or_else(|| config.endpoint_url().map(str::to_owned))
}

fn parse(status: StatusCode, body: &str) -> Result<Stack, StackError> {
    let texts = texts(body).map_err(|_| StackError::Unusable)?;
    let first = |wanted: &str| {
        let found = texts.iter().find(|(name, _)| name == wanted);
        found.map(|(_, text)| text.clone())
    };
    if !status.is_success() {
        let message = first("Message").unwrap_or_else(|| format!("status {status}"));
        return Err(StackError::Rejected(message));
    }
    Ok(Stack {
        status: first("StackStatus").ok_or(StackError::Unusable)?,
        drift: first("StackDriftStatus").unwrap_or_else(|| "NOT_CHECKED".to_owned()),
        outputs: pairs(&texts, "OutputKey", "OutputValue"),
        parameters: pairs(&texts, "ParameterKey", "ParameterValue"),
    })
}

/// Pairs each key with the following value.
fn pairs(texts: &[(String, String)], key: &str, value: &str) -> BTreeMap<String, String> {
    let following = texts.iter().zip(texts.iter().skip(1));
    following
        .filter(|((name, _), (next, _))| name == key && next == value)
        .map(|((_, key), (_, value))| (key.clone(), value.clone()))
        .collect()
}

/// Returns the texts of [`ELEMENTS`] with their names, in the order of the document.
fn texts(body: &str) -> Result<Vec<(String, String)>, XmlDecodeError> {
    let mut document = Document::new(body);
    let mut found = Vec::new();
    let mut elements = 0;
    while let Some(element) = document.next_start_element() {
        elements += 1;
        let name = element.local().to_owned();
        if ELEMENTS.contains(&name.as_str()) {
            let text = try_data(&mut document.scoped_to(element))?.into_owned();
            found.push((name, text));
        }
    }
    if elements == 0 {
        return Err(XmlDecodeError::custom("no element"));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The structure of the sample response in the reference of the API, `DescribeStacks`.
    const RESPONSE: &str = r#"<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">
  <DescribeStacksResult>
    <Stacks>
      <member>
        <StackName>MyStack</StackName>
        <StackStatus>CREATE_COMPLETE</StackStatus>
        <DriftInformation><StackDriftStatus>DRIFTED</StackDriftStatus></DriftInformation>
        <Parameters>
          <member><ParameterKey>SecretsPrefix</ParameterKey><ParameterValue>mine</ParameterValue></member>
          <member><ParameterKey>RestoredAccountsTable</ParameterKey><ParameterValue/></member>
        </Parameters>
        <Outputs>
          <member><Description>x</Description><OutputKey>AccountsTable</OutputKey><OutputValue>a&amp;b</OutputValue></member>
          <member><OutputKey>Empty</OutputKey><OutputValue/></member>
          <member><OutputKey>SessionsTable</OutputKey><OutputValue>s</OutputValue></member>
        </Outputs>
      </member>
    </Stacks>
  </DescribeStacksResult>
</DescribeStacksResponse>"#;

    #[test]
    fn stack_is_read() {
        let stack = parse(StatusCode::OK, RESPONSE).unwrap();
        let owned = |pairs: &[(&str, &str)]| {
            let owned = pairs
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
            owned.collect::<BTreeMap<_, _>>()
        };
        let expected = Stack {
            status: "CREATE_COMPLETE".to_owned(),
            drift: "DRIFTED".to_owned(),
            outputs: owned(&[("AccountsTable", "a&b"), ("Empty", ""), ("SessionsTable", "s")]),
            parameters: owned(&[("RestoredAccountsTable", ""), ("SecretsPrefix", "mine")]),
        };
        assert_eq!(stack, expected);
    }

    #[test]
    fn rejections_and_other_documents_are_errors() {
        let missing = "<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code>\
                       <Message>Stack with id x does not exist</Message></Error></ErrorResponse>";
        let error = parse(StatusCode::BAD_REQUEST, missing).unwrap_err();
        assert!(error.to_string().ends_with("Stack with id x does not exist"), "{error}");
        for body in ["", "{}"] {
            let error = parse(StatusCode::OK, body).unwrap_err();
            assert!(matches!(error, StackError::Unusable), "{body}: {error}");
        }
    }

    #[tokio::test]
    async fn name_with_other_characters_is_not_sent() {
        let settings = AwsSettings::default();
        let config = settings.load().unwrap();
        for name in ["", "a&b", "a b", "a/b"] {
            let error = read_stack(&settings, &config, name).await.unwrap_err();
            assert!(matches!(error, StackError::Name), "{name}: {error}");
        }
        let error = read_stack(&settings, &config, "a").await.unwrap_err();
        assert!(matches!(error, StackError::NoRegion), "{error}");
    }
}
