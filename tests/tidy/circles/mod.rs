//! No circle of files: the files of a package use each other in one direction.

mod paths;
mod typescript;

use self::paths::{PathUse, Segments, paths_of};
use crate::repository::{assert_none, rust_files};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn no_circle_of_files() {
    let mut findings = Vec::new();
    let rust = packages().into_iter().map(|(folder, package)| (folder, package.uses()));
    for (folder, uses) in rust.chain(typescript::uses()) {
        for circle in circles(&uses) {
            let names: Vec<_> = circle.iter().map(|file| file.as_str()).collect();
            let edges = circle.iter().flat_map(|file| {
                let targets = uses[*file].iter().filter(|(target, _)| circle.contains(target));
                targets.map(move |(target, path)| format!("\n    {file} uses {path} of {target}"))
            });
            let edges: String = edges.collect();
            findings.push(format!("{folder}: {}{edges}", names.join(", ")));
        }
    }
    let rule = "files use each other in a circle: move an item to the lowest file that needs it (a module may use \
                its submodules, and a submodule its ancestors)";
    assert_none(rule, &findings);
}

/// The files that each file uses, with one of the paths by which it does.
type Uses = BTreeMap<String, BTreeMap<String, String>>;

/// The modules of a package by their path from the crate root.
#[derive(Default)]
struct Package {
    modules: BTreeMap<Segments, Module>,
}

/// A file that is a module.
struct Module {
    /// Its path from the folder `src`.
    file: String,
    paths: Vec<PathUse>,
}

/// Returns the packages of the workspace by their folder `src`, without the code that only tests run.
fn packages() -> BTreeMap<String, Package> {
    let mut packages: BTreeMap<String, Package> = BTreeMap::new();
    for file in rust_files().filter(|file| !file.is_test()) {
        let Some((folder, name)) = file.path.split_once("/src/") else {
            continue;
        };
        let mut module: Segments = name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            module.pop();
        }
        let parsed = || Module {
            file: name.to_owned(),
            paths: paths_of(&file.text),
        };
        // `lib.rs` is listed before `main.rs`, which no module uses.
        let package = packages.entry(format!("{folder}/src")).or_default();
        package.modules.entry(module).or_insert_with(parsed);
    }
    packages
}

impl Package {
    fn uses(&self) -> Uses {
        let imports: BTreeMap<_, BTreeMap<_, _>> = (self.modules.iter())
            .map(|(module, Module { paths, .. })| {
                let import = |path: &PathUse| Some((path.import.clone()?, self.absolute(module, &path.segments)?));
                (module.clone(), paths.iter().filter_map(import).collect())
            })
            .collect();
        let mut uses = Uses::new();
        for (module, Module { file, paths }) in &self.modules {
            let targets = uses.entry(file.clone()).or_default();
            for path in paths {
                let Some(absolute) = self.absolute_or_imported(module, &path.segments, &imports) else {
                    continue;
                };
                // An imported module is only a name; its uses are separate paths.
                if path.import.is_some() && self.modules.contains_key(&absolute) {
                    continue;
                }
                let target = self.definition(absolute, &imports);
                // A module may re-export what its submodules define: that is a name, not a use.
                let facade = path.reexport && target.starts_with(module);
                if !facade && !module.starts_with(&target) {
                    let target = self.modules[&target].file.clone();
                    targets.entry(target).or_insert_with(|| path.segments.join("::"));
                }
            }
        }
        uses
    }

    /// Resolves a path of this module, without imports. `None` for paths of other crates and of local items.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Segments> {
        let (first, rest) = path.split_first()?;
        let supers = path.iter().take_while(|segment| *segment == "super").count();
        Some(match first.as_str() {
            "crate" => rest.to_vec(),
            "self" => [module, rest].concat(),
            "super" => [&module[..module.len().checked_sub(supers)?], &path[supers..]].concat(),
            _ => {
                let child = [module, &path[..1]].concat();
                self.modules.contains_key(&child).then(|| [module, path].concat())?
            }
        })
    }

    /// Resolves a path of this module whose first segment may be imported.
    fn absolute_or_imported(&self, module: &Segments, path: &[String], imports: &Imports) -> Option<Segments> {
        let imported = imports[module].get(&path[0]).map(|start| [start, &path[1..]].concat());
        imported.or_else(|| self.absolute(module, path))
    }

    /// Returns the module that defines the item of this absolute path, through re-exports.
    fn definition(&self, mut path: Segments, imports: &Imports) -> Segments {
        let mut seen = BTreeSet::new();
        loop {
            let length = (0..=path.len())
                .rev()
                .find(|length| self.modules.contains_key(&path[..*length]));
            let module = path[..length.unwrap_or(0)].to_vec();
            let rest = &path[module.len()..];
            let next = rest
                .first()
                .and_then(|name| Some([&imports[&module].get(name)?[..], &rest[1..]].concat()));
            match next {
                Some(next) if seen.insert(path) => path = next,
                _ => return module,
            }
        }
    }
}

/// The absolute path of every imported name of every module.
type Imports = BTreeMap<Segments, BTreeMap<String, Segments>>;

/// Returns the circles: files that all reach each other.
fn circles(uses: &Uses) -> Vec<BTreeSet<&String>> {
    let reach = |start| {
        let mut reached = BTreeSet::new();
        let mut open = vec![start];
        while let Some(file) = open.pop() {
            open.extend(uses[file].keys().filter(|target| reached.insert(*target)));
        }
        reached
    };
    let reached: BTreeMap<_, _> = uses.keys().map(|file| (file, reach(file))).collect();
    let circle = |file| {
        let mutual = reached[file]
            .iter()
            .copied()
            .filter(|other| reached[*other].contains(file));
        mutual.collect::<BTreeSet<_>>()
    };
    let circles: BTreeSet<_> = uses.keys().map(circle).filter(|circle| !circle.is_empty()).collect();
    circles.into_iter().collect()
}
