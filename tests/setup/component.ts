import "@testing-library/jest-dom";

// jsdom has no layout, so nothing there ever changes its size.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
