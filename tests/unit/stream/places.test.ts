import { v7 } from "uuid";
import { beginAnswer } from "@/lib/stream/places";

const most = { perPerson: 2, perChat: 1 };
const asked = (userId: string) => ({ userId, sessionId: v7(), most });
const none = (asOf = performance.now()) => ({ byPerson: 0, inChat: 0, asOf });

it("an answer may be one too many while others are being stored, or are running", () => {
  const user = v7();
  const first = beginAnswer(asked(user), none());
  const second = beginAnswer(asked(user), none());
  expect([first.mayBeRefused, second.mayBeRefused]).toEqual([false, false]);
  expect(beginAnswer(asked(user), none()).mayBeRefused).toBe(true);
  expect(beginAnswer(asked(v7()), none()).mayBeRefused).toBe(false);
  expect(beginAnswer(asked(v7()), { ...none(), byPerson: 2 }).mayBeRefused).toBe(true);
});

it("one whose context was read before others were stored counts these, one that was read after does not", () => {
  const user = v7();
  const readBefore = none();
  for (let stored = 0; stored < 2; stored++) beginAnswer(asked(user), none()).done();
  expect(beginAnswer(asked(user), readBefore).mayBeRefused).toBe(true);
  const other = v7();
  for (let stored = 0; stored < 2; stored++) beginAnswer(asked(other), none()).done();
  expect(beginAnswer(asked(other), none(performance.now() + 1)).mayBeRefused).toBe(false);
});

it("one that may be refused is stored after those before it, and nobody else waits", async () => {
  const user = v7();
  const about = { userId: user, sessionId: v7(), most: { perPerson: 1, perChat: 1 } };
  const first = beginAnswer(about, none());
  const second = beginAnswer(about, none());
  const order: string[] = [];
  const waiting = second.turn.then(() => order.push("second"));
  await first.turn;
  order.push("first");
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(order).toEqual(["first"]);
  first.done();
  await waiting;
  expect(order).toEqual(["first", "second"]);
});

it("a chat has a place of its own", () => {
  const [user, chat] = [v7(), v7()];
  const about = { userId: user, sessionId: chat, most: { perPerson: 9, perChat: 1 } };
  beginAnswer(about, none());
  expect(beginAnswer(about, none()).mayBeRefused).toBe(true);
});
