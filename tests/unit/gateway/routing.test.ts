import fc from "fast-check";
import { costOf } from "@/lib/models/prices";
import { planChannels, type RoutingFacts } from "@/lib/models/routing";
import type { ResolvedModel, RoutedChannel } from "@/lib/models/types";

const NO_LIMITS = { requestsPerMinute: null, tokensPerMinute: null };
const PRICE = {
  currency: "CNY",
  inputPerMillion: null,
  outputPerMillion: null,
  cachedPerMillion: null,
  perImage: null,
  perMinute: null,
  perMillionCharacters: null,
};

function channel(id: string, patch: Partial<RoutedChannel> = {}): RoutedChannel {
  return {
    id,
    supplierId: id,
    keyId: null,
    supplierName: id,
    template: "openai",
    upstreamModel: "m",
    baseUrl: null,
    apiKey: null,
    headers: {},
    settings: {},
    residency: null,
    priority: 0,
    weight: 1,
    limits: { supplier: NO_LIMITS, key: NO_LIMITS },
    price: null,
    ...patch,
  };
}

function model(channels: RoutedChannel[], routing: ResolvedModel["routing"] = "weight"): ResolvedModel {
  const sizes = { contextWindow: null, maxOutputTokens: null };
  return { id: "model", name: "model", type: "chat", ...sizes, abilities: [], routing, channels };
}

const FACTS: RoutingFacts = {
  closedBecause: () => null,
  latencyOf: () => null,
  inputTokens: 1000,
  outputTokens: 1000,
  random: Math.random,
};

const ids = (plan: ReturnType<typeof planChannels>) => plan.map((entry) => entry.channel.id);

const anyChannels = fc
  .array(
    fc.record({
      priority: fc.integer({ min: 0, max: 3 }),
      weight: fc.integer({ min: 0, max: 9 }),
      closed: fc.boolean(),
    }),
    {
      maxLength: 12,
    },
  )
  .map((list) => list.map((entry, index) => ({ ...entry, id: `w${index}` })));

describe("the order of ways", () => {
  it("holds every way of some weight once, by priority, those that rest at the end", () => {
    fc.assert(
      fc.property(anyChannels, fc.constantFrom("weight", "cost", "latency"), (list, routing) => {
        const closed = new Set(list.filter((entry) => entry.closed).map(({ id }) => id));
        const plan = planChannels(
          model(
            list.map(({ id, priority, weight }) => channel(id, { priority, weight })),
            routing as "weight",
          ),
          {
            ...FACTS,
            closedBecause: ({ id }) =>
              closed.has(id ?? "") ? { reason: "supplierError", retryAt: new Date(0) } : null,
          },
        );
        const wanted = list.filter(({ weight }) => weight > 0).map(({ id }) => id);
        expect(ids(plan).sort()).toEqual(wanted.sort());
        const states = plan.map((entry) => Number(entry.closed !== null));
        expect([...states].sort((a, b) => a - b)).toEqual(states);
        const priorities = plan.filter((entry) => !entry.closed).map((entry) => entry.channel.priority);
        expect([...priorities].sort((a, b) => a - b)).toEqual(priorities);
      }),
    );
  });

  it("follows the weights: first place falls in their proportion", () => {
    const three = model([channel("a", { weight: 6 }), channel("b", { weight: 3 }), channel("c", { weight: 1 })]);
    // A generator of its own: the same numbers in every run.
    let seed = 42;
    const random = () => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return seed / 4_294_967_296;
    };
    const first = { a: 0, b: 0, c: 0 };
    for (let round = 0; round < 20_000; round++) {
      first[planChannels(three, { ...FACTS, random })[0]?.channel.id as "a" | "b" | "c"]++;
    }
    expect(first.a / 20_000).toBeCloseTo(0.6, 1);
    expect(first.b / 20_000).toBeCloseTo(0.3, 1);
    expect(first.c / 20_000).toBeCloseTo(0.1, 1);
    expect(
      planChannels(three, FACTS)
        .map((entry) => [entry.channel.id, entry.share])
        .sort(),
    ).toEqual([
      ["a", 60],
      ["b", 30],
      ["c", 10],
    ]);
  });

  it("by cost is the cheapest first, unknown last", () => {
    const cheap = channel("cheap", { price: { ...PRICE, inputPerMillion: 1_000_000, outputPerMillion: 2_000_000 } });
    const dear = channel("dear", { price: { ...PRICE, inputPerMillion: 5_000_000, outputPerMillion: 9_000_000 } });
    expect(ids(planChannels(model([channel("unknown"), dear, cheap], "cost"), FACTS))).toEqual([
      "cheap",
      "dear",
      "unknown",
    ]);
  });

  it("by latency is the quickest first, unknown last", () => {
    const times: Record<string, number> = { slow: 900, quick: 80 };
    const plan = planChannels(model([channel("slow"), channel("unknown"), channel("quick")], "latency"), {
      ...FACTS,
      latencyOf: ({ id }) => times[id ?? ""] ?? null,
    });
    expect(ids(plan)).toEqual(["quick", "slow", "unknown"]);
  });
});

describe("the cost of a call", () => {
  const used = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, images: 0, audioMs: 0, characters: 0 };

  it("takes cached input at its own price and never more of it than input", () => {
    const price = { ...PRICE, inputPerMillion: 10_000_000, cachedPerMillion: 1_000_000, outputPerMillion: 20_000_000 };
    expect(costOf(price, { ...used, inputTokens: 1000, cachedTokens: 400, outputTokens: 100 })).toBe(6000 + 400 + 2000);
    expect(costOf(price, { ...used, inputTokens: 1000, cachedTokens: 5000 })).toBe(1000);
  });

  it("counts images, minutes and characters", () => {
    const price = { ...PRICE, perImage: 250_000, perMinute: 60_000, perMillionCharacters: 1_000_000 };
    expect(costOf(price, { ...used, images: 2, audioMs: 90_000, characters: 1500 })).toBe(500_000 + 90_000 + 1500);
  });

  it("is unknown without a price, and never negative or broken", () => {
    expect(costOf(null, used)).toBeNull();
    const amount = fc.nat(10_000_000);
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (inputTokens, outputTokens, cachedTokens, rate, other) => {
        const price = { ...PRICE, inputPerMillion: rate, outputPerMillion: other, cachedPerMillion: null };
        const cost = costOf(price, { ...used, inputTokens, outputTokens, cachedTokens })!;
        expect(Number.isSafeInteger(cost)).toBe(true);
        expect(cost).toBe(Math.round((inputTokens * rate + outputTokens * other) / 1e6));
      }),
    );
  });
});
