/** A vector that is put with others of its meaning. */
export interface Placed {
  id: string;
  vector: ArrayLike<number>;
}

/** Vectors of one meaning, and the middle they lie around. */
export interface Cluster {
  /** Sorted, so that the same members are the same cluster. */
  ids: string[];
  /** Of length 1. */
  center: Float32Array;
  /** How near the middle each member lies, as `ids`, from -1 to 1. */
  likeness: number[];
}

/** Middles that are all compared; of more, those that share most of the vector's strongest numbers. */
const COMPARED = 48;
/** The strongest numbers of a vector that lead to middles alike. */
const LEADS = 32;
/** Rounds in which members look for a nearer middle. */
const ROUNDS = 2;

/** The vector scaled to length 1; one of zeros stays as it is. */
export function unit(vector: ArrayLike<number>): Float32Array {
  const whole = new Float32Array(vector);
  let squares = 0;
  for (const value of whole) squares += value * value;
  if (squares > 0) {
    const length = Math.sqrt(squares);
    for (let at = 0; at < whole.length; at++) whole[at]! /= length;
  }
  return whole;
}

/** Likeness of two vectors of length 1; of different lengths they are compared by none. */
export function likeness(one: Float32Array, other: Float32Array): number {
  const { length } = one;
  if (length !== other.length) return -1;
  // Four sums beside each other: one would wait for itself.
  let [a, b, c, d] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    a += one[at]! * other[at]!;
    b += one[at + 1]! * other[at + 1]!;
    c += one[at + 2]! * other[at + 2]!;
    d += one[at + 3]! * other[at + 3]!;
  }
  for (; at < length; at++) a += one[at]! * other[at]!;
  return a + b + c + d;
}

/** The middle of vectors of length 1, of length 1 itself. */
export function middle(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let at = 0; at < sum.length; at++) sum[at]! += vector[at]!;
  return unit(sum);
}

/** Positions of the numbers that say most of a vector, each with its sign; ties go to the earlier one. */
function leadsOf(vector: Float32Array): number[] {
  const order: number[] = [];
  for (let at = 0; at < vector.length; at++) {
    const weight = Math.abs(vector[at]!);
    if (weight === 0 || (order.length === LEADS && weight <= Math.abs(vector[order[LEADS - 1]!]!))) continue;
    let place = order.length;
    while (place > 0 && Math.abs(vector[order[place - 1]!]!) < weight) place--;
    order.splice(place, 0, at);
    if (order.length > LEADS) order.pop();
  }
  return order.map((at) => (vector[at]! > 0 ? at : -1 - at));
}

/** Middles found by the strongest numbers of a vector, so that ten thousand questions are not compared with each other. */
export class Middles {
  readonly all: Float32Array[] = [];
  private readonly byLead = new Map<number, number[]>();
  /** By a middle, numbers it shares with the vector in hand; zeros between two looks. */
  private shared = new Uint8Array(0);

  add(vector: Float32Array, leads: readonly number[] = leadsOf(vector)): number {
    const index = this.all.push(vector) - 1;
    for (const lead of leads) {
      const known = this.byLead.get(lead);
      if (known) known.push(index);
      else this.byLead.set(lead, [index]);
    }
    return index;
  }

  /** The nearest middle at least so alike; of equals the first. Null where there is none. */
  nearest(
    vector: Float32Array,
    atLeast: number,
    leads: readonly number[] = leadsOf(vector),
  ): { index: number; likeness: number } | null {
    let best: { index: number; likeness: number } | null = null;
    for (const index of this.candidates(leads)) {
      const found = likeness(vector, this.all[index]!);
      if (found >= atLeast && (!best || found > best.likeness)) best = { index, likeness: found };
    }
    return best;
  }

  private candidates(leads: readonly number[]): Iterable<number> {
    if (this.all.length <= COMPARED) return this.all.keys();
    if (this.shared.length < this.all.length) this.shared = new Uint8Array(2 * this.all.length);
    const touched: number[] = [];
    for (const lead of leads) {
      for (const index of this.byLead.get(lead) ?? []) if (this.shared[index]!++ === 0) touched.push(index);
    }
    // Those that share most, the first of equals: counted, not sorted.
    const sharing = new Uint32Array(LEADS + 1);
    for (const index of touched) sharing[this.shared[index]!]!++;
    let least = LEADS;
    for (let room = COMPARED - sharing[least]!; least > 1 && room > 0; ) room -= sharing[--least]!;
    const found = touched.filter((index) => this.shared[index]! > least);
    const last = touched.filter((index) => this.shared[index]! === least).sort((a, b) => a - b);
    for (const index of touched) this.shared[index] = 0;
    return [...found, ...last.slice(0, COMPARED - found.length)].sort((a, b) => a - b);
  }
}

const byId = (one: Placed, other: Placed) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/**
 * Puts vectors of one meaning together: each joins the nearest middle that is at least `atLeast` alike, or begins one, and
 * then looks whether another has come nearer. They are taken in the order of their ids, so that the same vectors in any order
 * are the same clusters. One that is like no other is a cluster of its own.
 */
export function clusters(vectors: readonly Placed[], atLeast: number): Cluster[] {
  const sorted = [...vectors].sort(byId).map(({ id, vector: given }) => {
    const vector = unit(given);
    return { id, vector, leads: leadsOf(vector) };
  });
  let of = new Int32Array(sorted.length);
  const leaders = new Middles();
  for (const [at, { vector, leads }] of sorted.entries()) {
    of[at] = leaders.nearest(vector, atLeast, leads)?.index ?? leaders.add(vector, leads);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const middles = new Middles();
    const places = new Map<number, number>();
    for (const [key, members] of grouped(of)) {
      const center = middle(members.map((member) => sorted[member]!.vector));
      // Two that were begun for one meaning lie much nearer to each other than their members do.
      places.set(key, middles.nearest(center, (1 + atLeast) / 2)?.index ?? middles.add(center));
    }
    const next = Int32Array.from(of, (key) => places.get(key)!);
    let hasMoved = middles.all.length < places.size;
    for (const [at, { vector, leads }] of sorted.entries()) {
      const own = likeness(vector, middles.all[next[at]!]!);
      const nearest = middles.nearest(vector, atLeast, leads);
      // It leaves its cluster only for one that is nearer, or where its own moved away from it.
      if (nearest && nearest.likeness > own) next[at] = nearest.index;
      else if (own < atLeast) next[at] = middles.add(vector, leads);
      else continue;
      hasMoved = true;
    }
    of = next;
    if (!hasMoved) break;
  }
  return [...grouped(of).values()].map((members) => {
    const center = middle(members.map((at) => sorted[at]!.vector));
    return {
      ids: members.map((at) => sorted[at]!.id),
      center,
      likeness: members.map((at) => likeness(sorted[at]!.vector, center)),
    };
  });
}

/** Members by their cluster, clusters in the order of their first member. */
function grouped(of: Int32Array): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const [at, key] of of.entries()) {
    const known = groups.get(key);
    if (known) known.push(at);
    else groups.set(key, [at]);
  }
  return groups;
}
