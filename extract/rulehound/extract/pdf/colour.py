"""PDF colours as `#rrggbb`, and whether they are red, as publishers mark changed text."""

import colorsys


def is_red(colour: object) -> bool:
    """True for a strong red in any of PDF's device colour spaces: grey (1 component), RGB (3) or CMYK (4)."""
    components = _rgb(colour)
    if components is None:
        return False
    hue, saturation, value = colorsys.rgb_to_hsv(*components)
    return min(hue, 1 - hue) <= 1 / 18 and saturation >= 0.6 and value >= 0.5


def hexadecimal(colour: object) -> str:
    """The colour as `#rrggbb`; black for anything that is no colour of a device colour space."""
    components = _rgb(colour) or (0.0, 0.0, 0.0)
    return "#" + "".join(f"{round(255 * part):02x}" for part in components)


def _rgb(colour: object) -> tuple[float, float, float] | None:
    """Red, green and blue from 0 to 1; None for what is no colour of a device colour space."""
    if isinstance(colour, int | float):
        colour = (colour,)
    if not isinstance(colour, tuple | list) or not all(isinstance(part, int | float) for part in colour):
        return None
    parts = [min(1.0, max(0.0, part)) for part in colour]  # files hold others too
    if len(parts) == 1:
        return parts[0], parts[0], parts[0]
    if len(parts) == 3:
        return parts[0], parts[1], parts[2]
    if len(parts) == 4:
        cyan, magenta, yellow, black = parts
        return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
    return None
