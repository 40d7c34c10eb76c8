// Sets the stored theme before the first paint, so that a dark page never flashes white.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') === 'dark' ? 'dark' : 'light';
} catch {
  // Without storage the light theme stays.
}
