//! The faces of the computer players, drawn from a small table of features.

use maud::{Markup, PreEscaped};

/// What a face is made of.
struct Face {
    ground: &'static str,
    skin: &'static str,
    hair: &'static str,
    style: Hair,
    mouth: &'static str,
    extra: &'static str,
}

#[derive(Clone, Copy)]
enum Hair {
    None,
    Short,
    Fringe,
    Bun,
    Long,
    Curls,
    Beak,
    Die,
}

const SMILE: &str = "M26 42q6 6 12 0";
const GRIN: &str = "M25 41q7 9 14 0z";
const CALM: &str = "M27 43h10";
const SMIRK: &str = "M27 44q6 1 10-3";
const GLASSES: &str = "<g fill='none' stroke='#3a342c' stroke-width='1.8'><circle cx='25.5' cy='33' r='5'/><circle cx='38.5' cy='33' r='5'/><path d='M30.500 33h3'/></g>";
const BEARD: &str = "<path d='M18.500 36q1 16 13.500 16t13.500-16q-3 5-8 5h-11q-5 0-8-5z' fill='#6d5a45'/>";
const CROWN: &str =
    "<path d='M20 17l2-9 5 5 5-7 5 7 5-5 2 9z' fill='#d9a93c' stroke='#8f6a14' stroke-width='1'/>";
const BOW: &str = "<path d='M32 57l-8-4v8zM32 57l8-4v8z' fill='#0f7a69'/>";
const LEAF: &str = "<path d='M44 14q8-2 9 6-8 2-9-6z' fill='#5f8d72'/>";

const fn face(
    ground: &'static str,
    skin: &'static str,
    hair: &'static str,
    style: Hair,
    mouth: &'static str,
    extra: &'static str,
) -> Face {
    Face { ground, skin, hair, style, mouth, extra }
}

const FACES: &[Face] = &[
    face("#dfe7ea", "#fffdf7", "#36393f", Hair::Die, CALM, ""),
    face("#e4e1ee", "#3a3f49", "#f2ede2", Hair::Beak, "", ""),
    face("#f3e3c9", "#f3cfa9", "#b5763a", Hair::Fringe, GRIN, ""),
    face("#d9e8df", "#e9bd94", "#5b3b26", Hair::Bun, SMILE, ""),
    face("#dbe6f1", "#f0c8a0", "#2f2a26", Hair::Short, SMILE, ""),
    face("#f1dcd9", "#c98f62", "#2b2320", Hair::Long, SMILE, LEAF),
    face("#e5e7d3", "#b87b50", "#1f1b19", Hair::Curls, GRIN, ""),
    face("#e9dff0", "#f2cfae", "#a8552d", Hair::Long, SMIRK, ""),
    face("#d5e4ea", "#ecc199", "#6d5a45", Hair::Short, "", BEARD),
    face("#efe3d4", "#e8b98e", "#8d8d92", Hair::Bun, CALM, GLASSES),
    face("#dde3dc", "#efc7a3", "#d8d3c8", Hair::None, SMIRK, GLASSES),
    face("#ecd9e0", "#a86e48", "#16130f", Hair::Curls, SMIRK, BOW),
    face("#dcebe6", "#d9a77c", "#3b2b22", Hair::Fringe, SMILE, GLASSES),
    face("#f0e6cc", "#e2b387", "#f1eee7", Hair::Long, CALM, CROWN),
];

/// The face of this number, as a picture beside a name.
pub fn face_of(number: usize) -> Markup {
    let face = &FACES[number % FACES.len()];
    let mut svg = String::from("<svg class='face' viewBox='0 0 64 64' aria-hidden='true' focusable='false'>");
    svg += &format!("<rect width='64' height='64' rx='18' fill='{}'/>", face.ground);
    svg += &head(face);
    svg += face.extra;
    svg += "</svg>";
    PreEscaped(svg)
}

/// The picture of a person.
pub fn person() -> Markup {
    PreEscaped(
        "<svg class='face' viewBox='0 0 64 64' aria-hidden='true' focusable='false'><rect width='64' height='64' rx='18' class='face-ground'/>\
         <circle cx='32' cy='25' r='10' class='face-line'/><path d='M14 54q2-16 18-16t18 16' class='face-line'/></svg>"
            .into(),
    )
}

/// The picture of a program.
pub fn machine() -> Markup {
    PreEscaped(
        "<svg class='face' viewBox='0 0 64 64' aria-hidden='true' focusable='false'><rect width='64' height='64' rx='18' class='face-ground'/>\
         <path d='M32 12v8' class='face-line'/><circle cx='32' cy='10' r='3' class='face-line'/><rect x='15' y='20' width='34' height='28' rx='7' class='face-line'/>\
         <circle cx='25' cy='32' r='3' class='face-line'/><circle cx='39' cy='32' r='3' class='face-line'/><path d='M25 41h14M11 30v9M53 30v9' class='face-line'/></svg>"
            .into(),
    )
}

fn head(face: &Face) -> String {
    let (skin, hair) = (face.skin, face.hair);
    let eyes = "<circle cx='25.500' cy='33' r='2' fill='#2b2a27'/><circle cx='38.500' cy='33' r='2' fill='#2b2a27'/>";
    let round = format!("<circle cx='32' cy='34' r='16' fill='{skin}'/>");
    let mouth = match face.mouth {
        "" => String::new(),
        GRIN => format!("<path d='{GRIN}' fill='#8a3d33'/>"),
        line => {
            format!("<path d='{line}' fill='none' stroke='#6b3f2a' stroke-width='2' stroke-linecap='round'/>")
        }
    };
    let on = |d: &str| format!("<path d='{d}' fill='{hair}'/>");
    match face.style {
        Hair::None => round + eyes + &mouth + &on("M16 32q-2-7 2-11 0 5-1 11zM48 32q2-7-2-11 0 5 1 11z"),
        Hair::Short => {
            round + &on("M15.500 31q-1-16 16.500-16t16.500 16q-4-7-9-8-8 2-15 0-5 1-9 8z") + eyes + &mouth
        }
        Hair::Fringe => round + &on("M15 34q-2-20 17-20t17 20q-2-6-4-8-13 3-26 0-2 2-4 8z") + eyes + &mouth,
        Hair::Bun => {
            let bun = format!("<circle cx='32' cy='13' r='6.500' fill='{hair}'/>");
            bun + &round + &on("M15 33q0-18 17-18t17 18q-3-8-17-9-14 1-17 9z") + eyes + &mouth
        }
        Hair::Long => {
            on("M12 52q0-38 20-38t20 38h-9v-12h-22v12z")
                + &round
                + &on("M15 32q2-16 17-16t17 16q-8-1-14-8-7 7-20 8z")
                + eyes
                + &mouth
        }
        Hair::Curls => {
            let spots = [(17, 27), (20, 19), (27, 15), (35, 14), (43, 18), (47, 26), (48, 33), (16, 34)];
            let curls: String = spots
                .iter()
                .map(|(x, y)| format!("<circle cx='{x}' cy='{y}' r='6.500' fill='{hair}'/>"))
                .collect();
            curls + &round + &on("M18 29q6-8 14-8t14 8q-6-12-14-12t-14 12z") + eyes + &mouth
        }
        Hair::Beak => format!(
            "<circle cx='32' cy='34' r='17' fill='{skin}'/><path d='M20 42q12 12 24 0-4 10-12 10t-12-10z' fill='{hair}'/>\
             <circle cx='25' cy='30' r='4.500' fill='#fff'/><circle cx='39' cy='30' r='4.500' fill='#fff'/>\
             <circle cx='26' cy='30' r='2' fill='#111'/><circle cx='38' cy='30' r='2' fill='#111'/><path d='M28 35h8l-4 8z' fill='#d9a93c'/>"
        ),
        Hair::Die => format!(
            "<rect x='15' y='17' width='34' height='34' rx='8' fill='{skin}' stroke='#9aa3a8' stroke-width='1.500'/>\
             <circle cx='25' cy='28' r='3.200' fill='{hair}'/><circle cx='39' cy='28' r='3.200' fill='{hair}'/>\
             <path d='M25 40q7 6 14 0' fill='none' stroke='{hair}' stroke-width='3' stroke-linecap='round'/>"
        ),
    }
}
