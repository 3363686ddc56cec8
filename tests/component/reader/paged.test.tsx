import { act, render } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { Paged } from "@/components/reader/paged";
import type { Part } from "@/lib/parsing/types";

const PARTS: Part[] = Array.from({ length: 31 }, (_, index) => ({
  kind: "page",
  number: index + 1,
  from: index * 10,
  to: index * 10 + 10,
  width: 595,
  height: 842,
}));

/** What waits for the next frame: a browser may draw it before the effects of what it draws have run. */
const waiting = new Map<number, FrameRequestCallback>();
let frameNumber = 0;
function drawFrame() {
  const due = [...waiting.values()];
  waiting.clear();
  for (const each of due) each(0);
}
function Drawn() {
  useLayoutEffect(drawFrame, []);
  return null;
}

/** Browsers tell sizes after the first drawing, and again when somebody pulls at the frame. */
let width = 0;
const observers = new Set<() => void>();

beforeEach(() => {
  width = 0;
  observers.clear();
  waiting.clear();
  jest.spyOn(globalThis, "requestAnimationFrame").mockImplementation((each) => {
    waiting.set(++frameNumber, each);
    return frameNumber;
  });
  jest.spyOn(globalThis, "cancelAnimationFrame").mockImplementation((number) => void waiting.delete(number));
  jest.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => width);
  jest.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(900);
  jest.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(900);
  jest.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(900);
  globalThis.ResizeObserver = class {
    private readonly tell: () => void;
    constructor(listener: ResizeObserverCallback) {
      this.tell = () => listener([], this as unknown as ResizeObserver);
    }
    observe() {
      observers.add(this.tell);
    }
    unobserve() {}
    disconnect() {
      observers.delete(this.tell);
    }
  } as unknown as typeof ResizeObserver;
});
afterEach(() => {
  jest.restoreAllMocks();
});

const frames = () => act(drawFrame);
const resize = (to: number) =>
  act(() => {
    width = to;
    for (const tell of observers) tell();
  });

function open(zoom = 1) {
  const paged = (size: number) => (
    <Paged parts={PARTS} zoom={size} jump={null} onPart={() => undefined} page={() => <Drawn />} find={() => null} />
  );
  const { container, rerender } = render(paged(zoom));
  return {
    box: container.querySelector<HTMLElement>("[data-reader-frame]")!,
    zoomTo: (size: number) => rerender(paged(size)),
  };
}

test.each([0, 900])("a document opens at its beginning when its frame is at first %s wide", (first) => {
  width = first;
  const { box } = open();
  resize(900);
  frames();
  expect(box.scrollTop).toBe(0);
});

test("what is read stays in view while pages grow", () => {
  width = 900;
  const { box, zoomTo } = open();
  frames();
  box.scrollTop = 10_000;
  zoomTo(2);
  frames();
  expect(box.scrollTop).toBeGreaterThan(19_000);
  expect(box.scrollTop).toBeLessThan(21_000);
});
