//! Position texts without the tedium: `?` for the bag stands for whatever makes twenty of each colour.

/// The text with `?` replaced.
pub fn fill(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut bag = Vec::new();
    for (index, colour) in "BYRKW".chars().enumerate() {
        let letters = |text: &str| text.chars().filter(|&c| c == colour).count();
        let mut used = letters(fields[4]) + letters(fields[5]);
        used += fields[7].split('.').nth(index).unwrap().parse::<usize>().unwrap();
        for player in &fields[8..] {
            let parts: Vec<&str> = player.split(':').collect();
            used += letters(parts[1]) + letters(parts[3]);
            for line in parts[2].split('/').filter(|line| line.starts_with(colour)) {
                used += line[1..].parse::<usize>().unwrap();
            }
        }
        bag.push((20 - used).to_string());
    }
    text.replace('?', &bag.join("."))
}
