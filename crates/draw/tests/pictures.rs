//! Whole pictures of a made-up scene that has one of everything.

use game::{Anchor, Ground, Hotspot, Ink, Item, Point, Rect, Scene, Shape, Spot, Weight};
use ludus_draw::{
    Arrow, Badge, Hotspots, Layer, Look, Medium, Ring, STYLE, Theme, Tint, Tone, View, png, svg,
};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree, roxmltree::Document};

const GROUNDS: [Ground; 10] = [
    Ground::Board,
    Ground::ActiveBoard,
    Ground::Plain,
    Ground::Shaded,
    Ground::Camp,
    Ground::Castle,
    Ground::Goal,
    Ground::Dish,
    Ground::Waiting(Ink::Kind(1)),
    Ground::Owned(Ink::Seat(1)),
];
const SHAPES: [Shape; 7] =
    [Shape::Disc, Shape::King, Shape::Tile, Shape::Domino, Shape::Stone, Shape::Marker, Shape::Block];

fn inks() -> Vec<Ink> {
    let mut inks = vec![Ink::Neutral, Ink::Faint, Ink::Light, Ink::Dark];
    inks.extend((0..4).map(Ink::Seat));
    inks.extend((0..8).map(Ink::Kind));
    inks.extend([Ink::Seat(255), Ink::Kind(255)]);
    inks
}

fn label(text: &str, x: f32, y: f32, anchor: Anchor) -> Item {
    Item::Label { at: Point { x, y }, text: text.to_string(), size: 0.4, anchor, ink: Ink::Neutral }
}

/// A row of grounds, a row for every shape in every ink, lines and labels.
fn everything() -> Scene {
    let inks = inks();
    let mut scene = Scene { width: inks.len() as f32, height: 12.0, ..Scene::default() };
    let cell = |column: usize, row: usize| Rect::new(column as f32, row as f32, 1.0, 1.0);
    for (column, &ground) in GROUNDS.iter().enumerate() {
        scene.items.push(Item::Place { at: cell(column, 0), ground });
        let label = format!("place {column} <\"&'>");
        scene.hotspots.push(Hotspot::new(Spot(column as u16), cell(column, 0), label));
    }
    for (column, &ink) in inks.iter().enumerate() {
        for (row, &shape) in SHAPES.iter().enumerate() {
            scene.items.push(Item::Piece { at: cell(column, row + 1).shrink(0.1), shape, ink });
        }
        for (row, weight) in [Weight::Thin, Weight::Strong, Weight::Dotted].into_iter().enumerate() {
            let y = 8.25 + 0.25 * row as f32;
            let (from, to) = (Point { x: column as f32 + 0.2, y }, Point { x: column as f32 + 0.8, y });
            scene.items.push(Item::Line { from, to, weight, ink });
        }
        scene.items.push(Item::Place { at: cell(column, 9).shrink(0.05), ground: Ground::Waiting(ink) });
        scene.items.push(Item::Place { at: cell(column, 10).shrink(0.05), ground: Ground::Owned(ink) });
    }
    scene.items.push(label("A", 1.0, 11.5, Anchor::Start));
    scene.items.push(label("Player 1", 5.0, 11.5, Anchor::Middle));
    scene.items.push(label("-2", 9.0, 11.5, Anchor::End));
    scene.items.push(label("<&\"'> č \u{1} 中", 13.0, 11.5, Anchor::Middle));
    scene
}

/// Every mark there is, on the first row of [`everything`].
fn marked() -> Look {
    Look {
        hotspots: Hotspots::Legal,
        title: "a <picture> & more".to_string(),
        last: vec![Spot(0), Spot(1), Spot(999)],
        legal: vec![Spot(2), Spot(3)],
        selected: Some(Spot(4)),
        arrows: vec![
            Arrow { from: Spot(2), to: Spot(5), layer: Layer::Engine },
            Arrow { from: Spot(5), to: Spot(7), layer: Layer::User },
            Arrow { from: Spot(7), to: Spot(7), layer: Layer::User },
        ],
        rings: vec![Ring { at: Spot(5), layer: Layer::Engine }, Ring { at: Spot(6), layer: Layer::User }],
        badges: [Tone::Best, Tone::Plain, Tone::Poor]
            .into_iter()
            .enumerate()
            .map(|(i, tone)| Badge { at: Spot(7 + i as u16), text: "+3 <&".to_string(), tone })
            .collect(),
        tints: [-1.0, 0.25]
            .map(|strength| Tint {
                at: Rect::new(0.0, 0.0, 1.0, 1.0),
                text: format!("{strength:+}"),
                strength,
            })
            .to_vec(),
        ..Look::default()
    }
}

fn small() -> Scene {
    Scene {
        width: 2.0,
        height: 1.0,
        items: vec![
            Item::Place { at: Rect::new(0.0, 0.0, 1.0, 1.0), ground: Ground::Plain },
            Item::Place { at: Rect::new(1.0, 0.0, 1.0, 1.0), ground: Ground::Shaded },
            Item::Piece { at: Rect::new(0.1, 0.1, 0.8, 0.8), shape: Shape::Disc, ink: Ink::Seat(1) },
            label("A&B", 1.5, 0.5, Anchor::Middle),
        ],
        hotspots: vec![
            Hotspot::new(Spot(0), Rect::new(0.0, 0.0, 1.0, 1.0), "A1, taken".to_string()),
            Hotspot::new(Spot(1), Rect::new(1.0, 0.0, 1.0, 1.0), "B1, empty".to_string()),
        ],
        ..Scene::default()
    }
}

#[test]
fn everything_is_well_formed_in_every_medium() {
    for medium in [Medium::Page, Medium::File(Theme::Light), Medium::File(Theme::Dark)] {
        for view in [View::Upright, View::Turned] {
            for hotspots in [Hotspots::None, Hotspots::Legal, Hotspots::All] {
                let look = Look { medium, view, hotspots, ..marked() };
                let text = svg(&everything(), &look);
                let document = Document::parse(&text).unwrap_or_else(|e| panic!("{e} with {look:?}"));
                assert_eq!(document.root_element().attribute("aria-label"), Some("a <picture> & more"));
                assert!(!text.contains("NaN") && !text.contains(" style="));
                Tree::from_str(&text, &Options::default()).unwrap();
            }
        }
    }
}

#[test]
fn labels_keep_their_characters_in_a_page() {
    let text = svg(&everything(), &Look::default());
    let document = Document::parse(&text).unwrap();
    let texts: Vec<&str> =
        document.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
    assert_eq!(texts, ["A", "Player 1", "-2", "<&\"'> č \u{fffd} 中"]);
}

#[test]
fn files_have_no_text_and_no_variables() {
    for theme in [Theme::Light, Theme::Dark] {
        let text = svg(&everything(), &Look { medium: Medium::File(theme), ..marked() });
        assert!(!text.contains("<text") && !text.contains("var("));
    }
}

#[test]
fn hotspots_are_buttons_and_only_legal_ones_are_in_the_tab_order() {
    let text = svg(&everything(), &marked());
    let document = Document::parse(&text).unwrap();
    let spots: Vec<_> = document.descendants().filter(|n| n.attribute("data-spot").is_some()).collect();
    assert_eq!(spots.len(), GROUNDS.len());
    for node in spots {
        assert_eq!(node.attribute("role"), Some("button"));
        assert!(node.attribute("aria-label").unwrap().ends_with("<\"&'>"));
        let number: u16 = node.attribute("data-spot").unwrap().parse().unwrap();
        let open = [2, 3, 4].contains(&number);
        assert_eq!(node.attribute("tabindex"), Some(if open { "0" } else { "-1" }), "spot {number}");
        assert_eq!(node.attribute("aria-disabled").is_none(), open, "spot {number}");
    }
}

#[test]
fn pieces_say_what_they_are() {
    let text = svg(&small(), &Look::default());
    let document = Document::parse(&text).unwrap();
    let piece = document.descendants().find(|n| n.attribute("data-shape").is_some()).unwrap();
    let say = |key| piece.attribute(key);
    assert_eq!(
        (say("data-shape"), say("data-ink"), say("data-on")),
        (Some("disc"), Some("seat1"), Some("0"))
    );
}

#[test]
fn a_turned_picture_swaps_the_ends() {
    let upright = svg(&small(), &Look::default());
    let turned = svg(&small(), &Look { view: View::Turned, ..Look::default() });
    assert!(upright.contains("data-on=\"0\" transform=\"translate(50 50)\""), "{upright}");
    assert!(turned.contains("data-on=\"0\" transform=\"translate(150 50)\""), "{turned}");
}

#[test]
fn what_counts_for_and_against_differs_in_more_than_colour() {
    let tint = |strength: f32| {
        let tint = Tint { at: Rect::new(1.0, 0.0, 1.0, 1.0), text: format!("{strength:+.1}"), strength };
        let text = svg(&small(), &Look { tints: vec![tint], ..Look::default() });
        let document = Document::parse(&text).unwrap();
        let node =
            |class: &str| document.descendants().find(|n| n.attribute("class") == Some(class)).unwrap();
        let strong: f32 = node("wash").parent().unwrap().attribute("fill-opacity").unwrap().parse().unwrap();
        let round = node("pill").attribute("rx") != Some("0");
        let said = document.descendants().any(|n| n.text() == Some(format!("{strength:+.1}").as_str()));
        (strong, round, said)
    };
    let ((strong, round, said), (weak, square, said_too)) = (tint(1.0), tint(-0.1));
    assert!(strong > 2.0 * weak && round && !square && said && said_too);
}

#[test]
fn golden_page_and_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let look =
        Look { hotspots: Hotspots::Legal, last: vec![Spot(0)], legal: vec![Spot(1)], ..Look::default() };
    game::golden::check(format!("{folder}/small-page.svg"), &svg(&small(), &look));
    let file = svg(&small(), &Look { last: vec![Spot(0)], ..Look::file(Theme::Light) });
    game::golden::check(format!("{folder}/small-file.svg"), &file);
    game::golden::check(format!("{folder}/page.css"), &STYLE);
}

/// A board of hexagons, three in a row, every other row set off by half of one, with a stone, a goal and a label.
fn hexagons() -> Scene {
    let radius = 1.0 / 3f32.sqrt();
    let mut scene = Scene { width: 3.5, height: 1.5 * radius * 2.0 + 2.0 * radius, ..Scene::default() };
    for spot in 0..9 {
        let (row, column) = (f32::from(spot / 3), f32::from(spot % 3));
        let x = 0.5 + column + if spot / 3 % 2 == 1 { 0.5 } else { 0.0 };
        let middle = Point { x, y: radius + 1.5 * radius * row };
        let ground = match spot {
            4 => Ground::Goal,
            5 => Ground::Owned(Ink::Seat(0)),
            _ if spot % 2 == 0 => Ground::Plain,
            _ => Ground::Shaded,
        };
        scene.items.push(Item::Area { corners: middle.hexagon(radius), ground });
        let at = Rect::new(middle.x - 0.5, middle.y - 0.75 * radius, 1.0, 1.5 * radius);
        scene.hotspots.push(Hotspot::new(Spot(spot), at, format!("hexagon {spot}")));
        if spot == 7 {
            let at = Rect::new(middle.x - 0.35, middle.y - 0.35, 0.7, 0.7);
            scene.items.push(Item::Piece { at, shape: Shape::Disc, ink: Ink::Seat(1) });
        }
    }
    scene.items.push(label("A1", 0.5, radius, Anchor::Middle));
    scene
}

#[test]
fn hexagons_are_drawn_side_by_side() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let look = Look { hotspots: Hotspots::All, last: vec![Spot(7)], ..Look::default() };
    game::golden::check(format!("{folder}/hexagons-page.svg"), &svg(&hexagons(), &look));
    for view in [View::Upright, View::Turned] {
        let look = Look { view, ..Look::file(Theme::Light) };
        Document::parse(&svg(&hexagons(), &look)).expect("well-formed");
        let picture = Pixmap::decode_png(&png(&hexagons(), &look, 366).unwrap()).unwrap();
        // A cell is 100 pixels and the margin 8. Between two neighbours in a row there is a line, and their own ground on either side.
        let middle = 8 + (100.0 / 3f32.sqrt()) as u32;
        let y = if view == View::Upright { middle } else { picture.height() - middle };
        let row: Vec<_> = (138..178).map(|x| picture.pixel(x, y).unwrap()).collect();
        let grounds: std::collections::HashSet<_> =
            [row[0], row[39]].map(|p| (p.red(), p.green(), p.blue())).into();
        assert_eq!(grounds.len(), if view == View::Upright { 1 } else { 2 }, "{view:?}");
    }
}

#[test]
fn a_png_has_the_size_asked_for_and_something_on_it() {
    for theme in [Theme::Light, Theme::Dark] {
        let bytes = png(&small(), &Look::file(theme), 480).unwrap();
        let picture = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!((picture.width(), picture.height()), (480, 258));
        let colours: std::collections::HashSet<_> =
            picture.pixels().iter().map(|p| (p.red(), p.green(), p.blue())).collect();
        assert!(colours.len() > 20, "only {} colours in {theme:?}", colours.len());
        assert_eq!(bytes, png(&small(), &Look::file(theme), 480).unwrap(), "the same bytes again");
    }
}

#[test]
fn impossible_pictures_are_refused() {
    for (scene, pixels) in [(small(), 0), (small(), 1_000_000), (Scene { width: f32::NAN, ..small() }, 100)] {
        assert!(png(&scene, &Look::default(), pixels).is_err(), "{pixels} pixels");
    }
    assert!(png(&Scene::default(), &Look::default(), 100).is_ok(), "an empty scene is a blank page");
}

/// The picture of one piece in greyscale, 40 pixels wide.
fn grey(shape: Shape, ink: Ink, theme: Theme) -> Vec<f32> {
    let piece = Item::Piece { at: Rect::new(0.05, 0.05, 0.9, 0.9), shape, ink };
    let scene = Scene { width: 1.0, height: 1.0, items: vec![piece], ..Scene::default() };
    let picture =
        Pixmap::decode_png(&png(&scene, &Look::file(theme), 40).expect("a picture")).expect("a PNG");
    let channel = |c: u8| f32::from(c) / 255.0;
    let light = |p: &resvg::tiny_skia::PremultipliedColorU8| {
        0.299 * channel(p.red()) + 0.587 * channel(p.green()) + 0.114 * channel(p.blue())
    };
    picture.pixels().iter().map(light).collect()
}

#[test]
fn no_two_inks_look_alike_without_colour() {
    let kinds: Vec<Ink> = (0..8).map(Ink::Kind).collect();
    let seats: Vec<Ink> = (0..4).map(Ink::Seat).collect();
    let sides = vec![Ink::Light, Ink::Dark];
    for theme in [Theme::Light, Theme::Dark] {
        for (shape, group) in [
            (Shape::Tile, &kinds),
            (Shape::Disc, &seats),
            (Shape::Domino, &seats),
            (Shape::Stone, &seats),
            (Shape::Disc, &sides),
            (Shape::Stone, &sides),
        ] {
            let pictures: Vec<_> = group.iter().map(|&ink| grey(shape, ink, theme)).collect();
            for (i, a) in pictures.iter().enumerate() {
                for (j, b) in pictures[..i].iter().enumerate() {
                    let distance = a.iter().zip(b).map(|(x, y)| (x - y).abs()).sum::<f32>() / a.len() as f32;
                    assert!(distance > 0.025, "{:?} and {:?} as {shape:?}: {distance}", group[i], group[j]);
                }
            }
        }
    }
}

#[test]
fn a_king_is_not_a_disc() {
    for ink in [Ink::Light, Ink::Dark, Ink::Seat(0)] {
        assert_ne!(grey(Shape::King, ink, Theme::Light), grey(Shape::Disc, ink, Theme::Light));
    }
}

#[test]
fn stones_of_one_ink_join_without_a_seam() {
    let picture = |second: Ink| {
        let stone =
            |x: f32, ink: Ink| Item::Piece { at: Rect::new(x, 0.0, 1.0, 1.0), shape: Shape::Stone, ink };
        let items = vec![stone(0.0, Ink::Light), stone(1.0, second)];
        let scene = Scene { width: 2.0, height: 1.0, items, ..Scene::default() };
        Pixmap::decode_png(&png(&scene, &Look::file(Theme::Light), 480).expect("a picture")).expect("a PNG")
    };
    // A cell is 200 pixels; the joint is at 240, and 180 pixels down there is no ornament.
    let row = |picture: &Pixmap| -> Vec<_> { (200..280).map(|x| picture.pixel(x, 180)).collect() };
    let joined = row(&picture(Ink::Light));
    assert!(joined.iter().all(|pixel| *pixel == joined[0]), "a seam between stones of the same ink");
    let apart = row(&picture(Ink::Dark));
    assert!(apart.iter().any(|pixel| *pixel != apart[0]), "no gap between stones of different inks");
}
