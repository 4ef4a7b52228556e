//! The names of Unicode classes, `\p{…}`.
//!
//! Takes a name; gives the set of its characters. The names are the ones that Go knows: general categories and
//! scripts, and no other properties. The sets themselves are in `base/unicode`.

use regex_syntax::hir::ClassUnicode;

use super::tables;

/// General categories, short and long. `Cs` is handled separately.
const CATEGORIES: &str = "\
    C Cc Cf Cn Co L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm \
    So Z Zl Zp Zs Cased_Letter Close_Punctuation Combining_Mark Connector_Punctuation Control \
    Currency_Symbol Dash_Punctuation Decimal_Number Enclosing_Mark Final_Punctuation Format \
    Initial_Punctuation Letter Letter_Number Line_Separator Lowercase_Letter Mark Math_Symbol \
    Modifier_Letter Modifier_Symbol Nonspacing_Mark Number Open_Punctuation Other Other_Letter \
    Other_Number Other_Punctuation Other_Symbol Paragraph_Separator Private_Use Punctuation \
    Separator Space_Separator Spacing_Mark Symbol Titlecase_Letter Unassigned Uppercase_Letter \
    cntrl digit punct";

/// Sets that are neither categories nor scripts.
const OTHERS: &str = "Any Assigned ASCII";

const SCRIPTS: &str = "\
    Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak \
    Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian \
    Caucasian_Albanian Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot \
    Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs \
    Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi \
    Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic \
    Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana \
    Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu \
    Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen \
    Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs \
    Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa \
    Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian \
    Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage \
    Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang \
    Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian \
    Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham \
    Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto \
    Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square";

/// Returns the characters of the class called `name`, or `None` if there is no such class.
pub(super) fn lookup(name: &str) -> Option<ClassUnicode> {
    // A text cannot contain surrogates, so the class is known but empty.
    if ["Cs", "Surrogate"].iter().any(|known| same(known, name)) {
        return Some(ClassUnicode::empty());
    }
    tables::set(all().position(|(_, known)| same(known, name))?)
}

/// Returns all names in the order of their sets, each with its kind of property.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let named = |kind, names: &'static str| names.split_whitespace().map(move |name| (kind, name));
    named("", OTHERS).chain(named("gc=", CATEGORIES)).chain(named("sc=", SCRIPTS))
}

/// Returns whether two names differ at most in the case of their letters and in their separators.
fn same(known: &str, name: &str) -> bool {
    significant(known).eq(significant(name))
}

fn significant(name: &str) -> impl Iterator<Item = u8> + '_ {
    name.bytes().filter(|b| !matches!(b, b'_' | b'-' | b' ')).map(|b| b.to_ascii_lowercase())
}
