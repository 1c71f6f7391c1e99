"""Is a PDF colour red? Publishers mark changed text so, each with a red of their own."""

import colorsys


def is_red(colour: object) -> bool:
    """True for a strong red in any of PDF's device colour spaces: grey (1 component), RGB (3) or CMYK (4)."""
    if not isinstance(colour, tuple | list) or not all(isinstance(part, int | float) for part in colour):
        return False
    if len(colour) == 3:
        red, green, blue = colour
    elif len(colour) == 4:
        cyan, magenta, yellow, black = colour
        red, green, blue = ((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow))
    else:
        return False
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    return min(hue, 1 - hue) <= 1 / 18 and saturation >= 0.6 and value >= 0.5
