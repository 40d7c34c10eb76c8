/** Stands for every style sheet: the class names of a CSS module are its own keys. */
export default new Proxy<Record<string, string>>({}, { get: (_styles, name) => String(name) });
