#!/usr/bin/env bash
# Cut the fonts here out of those they come from: the npm package @fontsource/stix-two-math, unpacked in the first
# folder, the Debian package fonts-noto-core, unpacked in the second, and the Source Sans of the installed Streamlit.
# Needs fonttools and brotli from PyPI.
set -euo pipefail
stix=$1/files/stix-two-math-latin-400-normal.woff2
noto=$2/usr/share/fonts/truetype/noto
here=$(dirname "$0")
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

cut_out() { # a font, a file, characters
  pyftsubset "$1" --output-file="$2" --unicodes="$3" --no-hinting --no-bidi-closure --drop-tables+=gasp "${@:4}"
}

# Digits, operators, and the italic letters, Latin and Greek, with all sizes of what stretches.
cut_out "$stix" "$here/math.woff2" \
  28-2F,30-39,3C-3E,7C,B7,D7,2016,2192,2211,2212,2217,221A,22C5,2264,2265,210E,1D434-1D467,1D6FC-1D71B \
  --flavor=woff2 --layout-features=ssty --name-IDs=0,1,2,5,13,14

# What the app's words have that Source Sans has not; stage.css names the same characters.
cut_sign() {
  cut_out "$noto/$1.ttf" "$parts/$1.ttf" "$2" --layout-features= --drop-tables+=MATH,GDEF,GSUB,GPOS --name-IDs=0,13,14
}
cut_sign NotoSans-Regular 1D62,1D64,2003,2096,2099,2C7C,FFFD
cut_sign NotoSansMath-Regular 21B6,21B7,2220,2308-230B,2922
cut_sign NotoSansSymbols2-Regular 2715
pyftmerge --output-file="$parts/signs.ttf" "$parts"/Noto*.ttf
cut_out "$parts/signs.ttf" "$here/signs.woff2" '*' --flavor=woff2 --name-IDs=0,13,14

# The letters of the app's words, for pages without Streamlit: Latin, Greek, digits, arrows and operators, without a name
# that its makers reserve.
media=$(python -c "import pathlib, streamlit; print(pathlib.Path(streamlit.__file__).parent / 'static/static/media')")
fonttools varLib.instancer "$media"/SourceSansVF-Upright.*.woff2 wght=400:700 --output="$parts/weights.ttf"
python -c "
from fontTools.ttLib import TTFont
font = TTFont('$parts/weights.ttf')
font['fvar'].instances = []  # and their names
font.save('$parts/text.ttf')"
cut_out "$parts/text.ttf" "$here/text.woff2" \
  20-7E,A0-FF,391-3C9,2013-2014,2016,2018-201E,2026,2039-203A,2044,2070-208E,2190-2193,2211-2212,221A,221E,2248,2260,2264-2265,25A1,25B2-25B3,25B6,25BA,25BC-25BE,25CB,25CF,2713,2717 \
  --flavor=woff2 --layout-features=kern,tnum --name-IDs=0,13,14
