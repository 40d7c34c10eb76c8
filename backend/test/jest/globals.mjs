/** What tests import from `@jest/globals`: that of the file that runs, as modules are loaded once for all files. */

const current = (name) => globalThis[Symbol.for('jest-globals')][name];

function delegate(name) {
  return new Proxy(function () {}, {
    get: (_target, property) => current(name)[property],
    set: (_target, property, value) => Reflect.set(current(name), property, value),
    apply: (_target, self, args) => Reflect.apply(current(name), self, args),
  });
}

export const afterAll = delegate('afterAll');
export const afterEach = delegate('afterEach');
export const beforeAll = delegate('beforeAll');
export const beforeEach = delegate('beforeEach');
export const describe = delegate('describe');
export const expect = delegate('expect');
export const it = delegate('it');
export const jest = delegate('jest');
export const test = delegate('test');
