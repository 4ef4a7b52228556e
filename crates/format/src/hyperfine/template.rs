//! Commands as the user typed them: `{tool} FILE` for `cat FILE` and `wc FILE`.
//!
//! hyperfine writes each command with the values of its parameters. The common text of all commands of one template
//! shows the positions of the values.

/// A command and its parameters, in order.
#[derive(Debug, Default)]
pub(super) struct Instance {
    pub(super) command: Vec<u8>,
    pub(super) parameters: Vec<(Vec<u8>, Vec<u8>)>,
}

/// The maximum number of templates that are distinguished in one file.
const TEMPLATES_MAX: usize = 64;

/// Returns the template of each command, or the command itself if it has no parameters.
pub(super) fn templates(all: &[&Instance]) -> Vec<Vec<u8>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut found: Vec<Vec<u8>> = all.iter().map(|own| own.command.clone()).collect();
    for (index, own) in all.iter().enumerate().filter(|(_, own)| !own.parameters.is_empty()) {
        let fits = |group: &Vec<usize>| aligned(&[all[group[0]], *own]).is_some();
        match groups.iter().position(fits) {
            Some(group) => groups[group].push(index),
            None if groups.len() < TEMPLATES_MAX => groups.push(vec![index]),
            None => {}
        }
    }
    for group in groups {
        let members: Vec<&Instance> = group.iter().map(|&index| all[index]).collect();
        if let Some(template) = aligned(&members) {
            group.into_iter().for_each(|index| found[index].clone_from(&template));
        }
    }
    found
}

/// Returns the template of commands with the same parameters, if they have one. A value that all of them have is
/// replaced only where it is a whole word, because it may occur elsewhere by chance.
fn aligned(members: &[&Instance]) -> Option<Vec<u8>> {
    let first = members.first()?;
    let keys =
        |own: &Instance| own.parameters.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
    if members.iter().any(|own| keys(own) != keys(first)) {
        return None;
    }
    let varies = |k: usize| members.iter().any(|own| own.parameters[k].1 != first.parameters[k].1);
    let varying: Vec<bool> = (0..first.parameters.len()).map(varies).collect();
    let mut rests: Vec<&[u8]> = members.iter().map(|own| &own.command[..]).collect();
    let mut template = Vec::new();
    while rests.iter().any(|rest| !rest.is_empty()) {
        let is_here = |&k: &usize| {
            let mut both = rests.iter().zip(members);
            let value = &first.parameters[k].1;
            let begins = template.last().is_none_or(u8::is_ascii_whitespace);
            let ends = rests[0].get(value.len()).is_none_or(u8::is_ascii_whitespace);
            (varying[k] || (begins && ends))
                && both.all(|(rest, own)| {
                    !own.parameters[k].1.is_empty() && rest.starts_with(&own.parameters[k].1)
                })
        };
        let mut indices = 0..first.parameters.len();
        let constant = |k: &usize| !varying[*k] && is_here(k);
        let named = indices.clone().find(|k| varying[*k] && is_here(k)).or(indices.find(constant));
        if let Some(k) = named {
            template.extend([b"{", &first.parameters[k].0[..], b"}"].concat());
            for (rest, own) in rests.iter_mut().zip(members) {
                *rest = &rest[own.parameters[k].1.len()..];
            }
            continue;
        }
        let byte = *rests[0].first()?;
        for rest in &mut rests {
            *rest = rest.strip_prefix(&[byte])?;
        }
        template.push(byte);
    }
    Some(template)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(commands: &[(&str, &[(&str, &str)])], want: &[&str]) {
        let instance = |(command, parameters): &(&str, &[(&str, &str)])| Instance {
            command: (*command).into(),
            parameters: parameters.iter().map(|&(k, v)| (k.into(), v.into())).collect(),
        };
        let all: Vec<Instance> = commands.iter().map(instance).collect();
        let found = templates(&all.iter().collect::<Vec<_>>());
        let found: Vec<_> = found.iter().map(|text| String::from_utf8_lossy(text)).collect();
        assert_eq!(found, want);
    }

    #[test]
    fn values_leave_commands() {
        check(&[("ls", &[]), ("ls -l", &[])], &["ls", "ls -l"]);
        let tools: [(&str, &[(&str, &str)]); 2] =
            [("cat old", &[("tool", "cat")]), ("wc old", &[("tool", "wc")])];
        check(&tools, &["{tool} old"; 2]);
        // Within a word, only values that vary can be recognized.
        let sorts: [(&str, &[(&str, &str)]); 3] = [
            ("sort -n1 file1", &[("n", "1")]),
            ("sort -n10 file1", &[("n", "10")]),
            ("sort -n2 file1", &[("n", "2")]),
        ];
        check(&sorts, &["sort -n{n} file1"; 3]);
        check(&sorts[..1], &["sort -n1 file1"]);
        check(&tools[..1], &["{tool} old"]);
    }

    #[test]
    fn each_template_has_its_commands() {
        let mixed: [(&str, &[(&str, &str)]); 5] = [
            ("a 1 x", &[("n", "1"), ("m", "x")]),
            ("a 2 x", &[("n", "2"), ("m", "x")]),
            ("b 1", &[("n", "1"), ("m", "x")]),
            ("a 2 y", &[("n", "2"), ("m", "y")]),
            ("a 2", &[]),
        ];
        check(&mixed, &["a {n} {m}", "a {n} {m}", "b {n}", "a {n} {m}", "a 2"]);
        check(&[("a", &[("n", "")]), ("a", &[("n", "a")])], &["a", "a"]);
    }
}
