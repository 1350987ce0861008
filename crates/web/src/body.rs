//! What comes in the body of a request: a form or JSON, into the same type.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::{Form, Json};
use serde::de::DeserializeOwned;

use crate::failure::Failure;

/// The body of a request.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Failure> {
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.starts_with("application/json") {
            let read = Json::from_request(request, state).await;
            return read.map(|Json(value)| Body(value)).map_err(|error| Failure::wrong(error.body_text()));
        }
        if kind.starts_with("application/x-www-form-urlencoded") {
            let read = Form::from_request(request, state).await;
            return read.map(|Form(value)| Body(value)).map_err(|error| Failure::wrong(error.body_text()));
        }
        Err(Failure::wrong("the body must be a form or JSON"))
    }
}

/// The body of a request that says everything by its address: nothing, or an empty object.
pub struct Nothing;

impl<S: Send + Sync> FromRequest<S> for Nothing {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Nothing, Failure> {
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|error| Failure::wrong(error.body_text()))?;
        match bytes.trim_ascii() {
            b"" | b"{}" => Ok(Nothing),
            _ => Err(Failure::wrong("this request takes no body")),
        }
    }
}
