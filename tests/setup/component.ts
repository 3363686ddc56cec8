import "@testing-library/jest-dom";
import { configure } from "@testing-library/react";

// Parts are loaded when they are wanted, on what may be two busy cores.
configure({ asyncUtilTimeout: 5000 });

// jsdom has no layout, so nothing there ever changes its size.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
