//! Columns of keys and values, in any representation.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_schema::DataType;

use super::texts::{Texts, wrong_type};
use crate::ImportError;

/// A column of keys and values.
#[derive(Debug)]
pub(super) enum Map<'b> {
    /// Entries in sequence: the end of each row's entries, which rows have entries, and the keys and values.
    Entries { ends: Vec<usize>, array: &'b dyn Array, keys: Texts<'b>, values: Texts<'b> },
    /// A column for each key.
    Columns { array: &'b dyn Array, columns: Vec<(&'b str, Texts<'b>)> },
    /// No row has entries.
    None,
}

impl<'b> Map<'b> {
    /// Interprets a column as keys and values: a map, a list of pairs, or a structure with a column for each key.
    ///
    /// # Errors
    ///
    /// Returns an error if the column has another type.
    pub(super) fn new(name: &str, array: &'b dyn Array) -> Result<Map<'b>, ImportError> {
        let wrong = || {
            wrong_type(
                name,
                array,
                "keys with values: a map, a list of pairs, or a structure of texts",
            )
        };
        let (ends, entries): (Vec<usize>, &dyn Array) = match array.data_type() {
            DataType::Null => return Ok(Map::None),
            DataType::Struct(fields) => {
                let columns = fields.iter().zip(array.as_struct().columns());
                let columns = columns
                    .map(|(field, column)| Ok((field.name().as_str(), Texts::new(name, column)?)));
                return Ok(Map::Columns { array, columns: columns.collect::<Result<_, _>>()? });
            }
            DataType::Map(..) => {
                let map = array.as_map();
                (map.offsets().iter().map(|&end| end as usize).collect(), map.entries())
            }
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                (list.offsets().iter().map(|&end| end as usize).collect(), list.values())
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                (list.offsets().iter().map(|&end| end as usize).collect(), list.values())
            }
            _ => return Err(wrong()),
        };
        if entries.data_type() == &DataType::Null {
            return Ok(Map::None);
        }
        let pair = entries.as_struct_opt().ok_or_else(wrong)?;
        let [keys, values] = pair.columns() else { return Err(wrong()) };
        let (keys, values) = (Texts::new(name, keys)?, Texts::new(name, values)?);
        Ok(Map::Entries { ends, array, keys, values })
    }

    /// Appends the keys and values of a row, in their order. Keys without a value are omitted.
    pub(super) fn get(&self, row: usize, out: &mut Vec<(&'b str, &'b str)>) {
        match self {
            Map::Entries { ends, array, keys, values } => {
                if array.is_null(row) {
                    return;
                }
                let entry = |at: usize| Some((keys.get(at)?, values.get(at)?));
                out.extend((ends[row]..ends[row + 1]).filter_map(entry));
            }
            Map::Columns { array, columns } => {
                if array.is_null(row) {
                    return;
                }
                out.extend(columns.iter().filter_map(|(key, texts)| Some((*key, texts.get(row)?))));
            }
            Map::None => {}
        }
    }
}
