// Sets the stored theme before the first paint, so that a dark page never flashes white.
try {
  var choice = localStorage.getItem('theme');
  var isDark = choice === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
} catch {
  // Without storage the light theme stays.
}
