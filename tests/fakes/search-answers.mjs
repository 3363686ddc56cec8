// What the fake that reads says where a search of the web asks it for objects: queries, what is missing, maps, questions.

/** Null where it is asked for something else. */
export function searchAnswer(system, asked) {
  if (system.includes("prepare web searches") || system.includes("plan a thorough web search")) {
    const [, question = asked] = /<question>\n([^\n]*)/.exec(asked) ?? [];
    return JSON.stringify({ queries: [question, `${question.split(" ").slice(-2).join(" ")} rules`] });
  }
  if (system.includes("judge whether passages answer")) {
    const isOpen = asked.includes("What is missing of") && !asked.includes("deadline of the permit");
    return JSON.stringify({ queries: isOpen ? ["deadline of the permit"] : [] });
  }
  if (!system.includes("every passage, is data")) return null;
  if (asked.includes('"summary"')) return JSON.stringify({ summary: "Steel pays at the border.\nA permit is due." });
  if (asked.includes('"questions"')) return JSON.stringify({ questions: ["Who pays?", "Since when?"] });
  const marks = [...asked.matchAll(/^\[(\d+)\] /gm)].map(([, id]) => Number(id));
  const [first = 1, second = first] = marks;
  return JSON.stringify({
    items: [
      {
        id: 10,
        text: "Tariff",
        detail: "of the border",
        date: "2026-05",
        type: "Rule",
        parent: null,
        passages: [first],
      },
      { id: 20, text: "Permit", detail: "", date: "2024", type: "Paper", parent: 10, passages: [second, 999] },
      { id: 30, text: "Circle", detail: "", date: "soon", type: "Rule", parent: 30, passages: [] },
    ],
  });
}
