//! The outputs of a CloudFormation stack, for an operator's commands.
//!
//! One signed `DescribeStacks`: the SDK of CloudFormation has hundreds of operations.

use super::signing::{Call, endpoint, limited_body};
use super::{AwsSettings, AwsSetupError};
use aws_credential_types::provider::ProvideCredentials;
use aws_smithy_xml::decode::{Document, XmlDecodeError, try_data};
use aws_types::SdkConfig;
use aws_types::service_config::ServiceConfigKey;
use http::StatusCode;
use std::collections::BTreeMap;
use std::error::Error;

/// The name of the service in signatures and endpoints.
const SERVICE: &str = "cloudformation";

/// The headers of the AWS Query protocol.
const HEADERS: [(&str, &str); 1] = [("content-type", "application/x-www-form-urlencoded")];

/// The version of the API of CloudFormation.
const VERSION: &str = "2010-05-15";

/// The elements of a response that are read.
const KEY: &str = "OutputKey";
const VALUE: &str = "OutputValue";
const MESSAGE: &str = "Message";

/// The maximum size of a response in bytes: 200 outputs and 200 parameters of at most 4 KiB each.
const MAX_RESPONSE: usize = 4 * 1024 * 1024;

/// The outputs of a stack by name.
pub type StackOutputs = BTreeMap<String, String>;

/// A stack cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StackError {
    /// The name has other characters than CloudFormation allows.
    #[error("the name of the stack is not valid: use letters, digits and hyphens")]
    Name,
    /// The configuration has no region.
    #[error("the region is unknown: set --region or AWS_REGION")]
    NoRegion,
    /// The configuration has no credentials.
    #[error("there are no AWS credentials")]
    NoCredentials(#[source] Box<dyn Error + Send + Sync>),
    /// CloudFormation rejected the request.
    #[error("CloudFormation rejected the request: {0}")]
    Rejected(String),
    /// CloudFormation did not respond.
    #[error("CloudFormation did not respond")]
    NoResponse(#[source] Box<dyn Error + Send + Sync>),
    /// The response is not the protocol's.
    #[error("the response of CloudFormation is unusable")]
    Unusable,
    /// The HTTP client cannot be set up.
    #[error(transparent)]
    Setup(#[from] AwsSetupError),
}

/// Reads the outputs of a stack with the region and credentials of a configuration.
pub async fn read_stack(settings: &AwsSettings, config: &SdkConfig, name: &str) -> Result<StackOutputs, StackError> {
    let is_valid = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || !name.chars().all(is_valid) {
        return Err(StackError::Name);
    }
    let region = config.region().ok_or(StackError::NoRegion)?.to_string();
    let provider = config.credentials_provider();
    let provider = provider.ok_or_else(|| StackError::NoCredentials("no source is configured".into()))?;
    let credentials = provider.provide_credentials().await;
    let credentials = credentials.map_err(|error| StackError::NoCredentials(error.into()))?;
    let call = Call {
        endpoint: &configured_endpoint(config).unwrap_or_else(|| endpoint(SERVICE, &region)),
        region: &region,
        service: SERVICE,
        headers: &HEADERS,
        body: format!("Action=DescribeStacks&Version={VERSION}&StackName={name}"),
        timeout: settings.deadlines.attempt,
    };
    let request = call.signed(credentials).map_err(StackError::NoCredentials)?;
    let failed = |error: reqwest::Error| StackError::NoResponse(error.into());
    let response = settings.reqwest_client()?.execute(request).await.map_err(failed)?;
    let status = response.status();
    let body = limited_body(response, MAX_RESPONSE).await.map_err(failed)?;
    let body = body.and_then(|body| String::from_utf8(body).ok());
    parse(status, &body.ok_or(StackError::Unusable)?)
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

fn parse(status: StatusCode, body: &str) -> Result<StackOutputs, StackError> {
    let texts = texts(body).map_err(|_| StackError::Unusable)?;
    if !status.is_success() {
        let message = texts.iter().find(|(name, _)| name == MESSAGE);
        let message = message.map_or_else(|| format!("status {status}"), |(_, text)| text.clone());
        return Err(StackError::Rejected(message));
    }
    // A value follows its key.
    let following = texts.iter().zip(texts.iter().skip(1));
    Ok(following
        .filter(|((name, _), (next, _))| name == KEY && next == VALUE)
        .map(|((_, key), (_, value))| (key.clone(), value.clone()))
        .collect())
}

/// Returns the keys and values of outputs and the messages of errors, with the names of their elements.
fn texts(body: &str) -> Result<Vec<(String, String)>, XmlDecodeError> {
    let mut document = Document::new(body);
    let mut found = Vec::new();
    let mut elements = 0;
    while let Some(element) = document.next_start_element() {
        elements += 1;
        let name = element.local().to_owned();
        if [KEY, VALUE, MESSAGE].contains(&name.as_str()) {
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
    fn outputs_are_read() {
        let outputs = parse(StatusCode::OK, RESPONSE).unwrap();
        let expected = [("AccountsTable", "a&b"), ("Empty", ""), ("SessionsTable", "s")];
        assert_eq!(
            outputs,
            expected.map(|(key, value)| (key.to_owned(), value.to_owned())).into()
        );
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
