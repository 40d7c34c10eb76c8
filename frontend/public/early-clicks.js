// A page that the server drew is there before its scripts: marks the button that was clicked last, until they come and
// click it again (`hydrate.tsx`).
document.addEventListener('click', function (event) {
  if ('works' in document.documentElement.dataset) return;
  var button = event.target instanceof Element && event.target.closest('button');
  if (!button) return;
  var marked = document.querySelector('button[data-waiting]');
  if (marked) delete marked.dataset.waiting;
  button.dataset.waiting = '';
});
