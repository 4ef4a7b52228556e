//! Placeholder until merged.
use std::sync::Arc;
#[derive(Debug, Clone)]
pub struct Regexp(Arc<regex::bytes::Regex>);
pub struct RegexpError { pub message: String }
impl Regexp {
    pub fn new(p: &str) -> Result<Self, RegexpError> { regex::bytes::Regex::new(p).map(|r| Regexp(Arc::new(r))).map_err(|e| RegexpError { message: e.to_string() }) }
    pub fn is_match(&self, t: &[u8]) -> bool { self.0.is_match(t) }
}
