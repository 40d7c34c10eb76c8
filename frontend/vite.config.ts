import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const BACKEND = 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    // The polyfill is an inline script in old browsers; the content security policy allows none.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      '/api': BACKEND,
      '/media': BACKEND,
      '/socket.io': { target: BACKEND, ws: true },
    },
  },
});
