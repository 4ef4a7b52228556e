//! Reads columns of any compatible type as texts and numbers.
//!
//! Takes arrays; gives texts, integers and doubles. Must not know the meaning of a column.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, LargeStringArray, StringArray, StringViewArray};
use arrow_schema::DataType;

use crate::ImportError;

/// A column of texts.
#[derive(Debug)]
pub(super) struct Texts<'b> {
    values: Values<'b>,
    /// The index of each row in the dictionary, if there is a dictionary.
    keys: Option<(Vec<usize>, &'b dyn Array)>,
}

#[derive(Debug)]
enum Values<'b> {
    Short(&'b StringArray),
    Long(&'b LargeStringArray),
    View(&'b StringViewArray),
    None,
}

impl<'b> Texts<'b> {
    /// Interprets a column as texts.
    ///
    /// # Errors
    ///
    /// Returns an error if the column has another type.
    pub(super) fn new(name: &str, array: &'b dyn Array) -> Result<Texts<'b>, ImportError> {
        let Some(dictionary) = array.as_any_dictionary_opt() else {
            return Ok(Texts { values: Values::new(name, array)?, keys: None });
        };
        let texts = dictionary.values();
        if texts.is_empty() {
            return Ok(Texts { values: Values::None, keys: None });
        }
        let values = Values::new(name, texts)?;
        Ok(Texts { values, keys: Some((dictionary.normalized_keys(), dictionary.keys())) })
    }

    /// Returns the text of a row, if it has one.
    pub(super) fn get(&self, row: usize) -> Option<&'b str> {
        match &self.keys {
            None => self.values.get(row),
            Some((keys, array)) => {
                if array.is_null(row) {
                    None
                } else {
                    self.values.get(keys[row])
                }
            }
        }
    }

    /// Returns whether two rows are known to have the same text without comparing the texts.
    pub(super) fn are_same(&self, one: usize, other: usize) -> bool {
        match &self.keys {
            None => self.get(one) == self.get(other),
            Some((keys, array)) => match [array.is_null(one), array.is_null(other)] {
                [false, false] => keys[one] == keys[other] || self.get(one) == self.get(other),
                [one, other] => one == other,
            },
        }
    }
}

impl<'b> Values<'b> {
    fn new(name: &str, array: &'b dyn Array) -> Result<Values<'b>, ImportError> {
        Ok(match array.data_type() {
            DataType::Utf8 => Values::Short(array.as_string()),
            DataType::LargeUtf8 => Values::Long(array.as_string()),
            DataType::Utf8View => Values::View(array.as_string_view()),
            DataType::Null => Values::None,
            _ => return Err(wrong_type(name, array, "texts")),
        })
    }

    fn get(&self, at: usize) -> Option<&'b str> {
        match *self {
            Values::Short(array) => (!array.is_null(at)).then(|| array.value(at)),
            Values::Long(array) => (!array.is_null(at)).then(|| array.value(at)),
            Values::View(array) => (!array.is_null(at)).then(|| array.value(at)),
            Values::None => None,
        }
    }
}

/// Returns the error for a column with a wrong type.
pub(super) fn wrong_type(name: &str, array: &dyn Array, expected: &'static str) -> ImportError {
    let (column, found) = (name.to_owned(), array.data_type().to_string());
    ImportError::Type { column, found, expected }
}

/// The numbers of a column, which may be null.
#[derive(Debug)]
pub(super) enum Numbers {
    Whole(Vec<Option<i64>>),
    Doubles(Vec<Option<f64>>),
    /// All rows are null.
    None,
}

impl Numbers {
    /// Interprets a column as numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if the column has another type.
    pub(super) fn new(name: &str, array: &dyn Array) -> Result<Numbers, ImportError> {
        macro_rules! whole {
            ($kind:ty) => {
                Numbers::Whole(
                    array.as_primitive::<$kind>().iter().map(|n| n.map(i64::from)).collect(),
                )
            };
        }
        macro_rules! doubles {
            ($kind:ty) => {
                Numbers::Doubles(
                    array.as_primitive::<$kind>().iter().map(|n| n.map(f64::from)).collect(),
                )
            };
        }
        Ok(match array.data_type() {
            DataType::Int8 => whole!(Int8Type),
            DataType::Int16 => whole!(Int16Type),
            DataType::Int32 => whole!(Int32Type),
            DataType::Int64 => whole!(Int64Type),
            DataType::UInt8 => whole!(UInt8Type),
            DataType::UInt16 => whole!(UInt16Type),
            DataType::UInt32 => whole!(UInt32Type),
            DataType::UInt64 => Numbers::Doubles(
                array.as_primitive::<UInt64Type>().iter().map(|n| n.map(|n| n as f64)).collect(),
            ),
            DataType::Float16 => doubles!(Float16Type),
            DataType::Float32 => doubles!(Float32Type),
            DataType::Float64 => doubles!(Float64Type),
            DataType::Null => Numbers::None,
            _ => return Err(wrong_type(name, array, "numbers")),
        })
    }

    /// Returns the double of a row, if it has one.
    pub(super) fn double(&self, row: usize) -> Option<f64> {
        match self {
            Numbers::Whole(all) => all[row].map(|number| number as f64),
            Numbers::Doubles(all) => all[row],
            Numbers::None => None,
        }
    }

    /// Returns the integer of a row, if it has one.
    ///
    /// # Errors
    ///
    /// Returns the number if it is not an integer.
    pub(super) fn whole(&self, row: usize) -> Result<Option<i64>, f64> {
        /// Beyond this number, doubles cannot represent all integers.
        const MOST: f64 = 9_007_199_254_740_992.0;
        match self {
            Numbers::Whole(all) => Ok(all[row]),
            Numbers::None => Ok(None),
            Numbers::Doubles(all) => match all[row] {
                Some(number) if number.fract() == 0.0 && number.abs() <= MOST => {
                    Ok(Some(number as i64))
                }
                // pandas represents missing numbers as NaN.
                Some(number) if number.is_nan() => Ok(None),
                Some(number) => Err(number),
                None => Ok(None),
            },
        }
    }
}
