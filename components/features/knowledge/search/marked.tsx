/** A text with the words that were found marked. */
export function Marked({ text, marks }: { text: string; marks: readonly { from: number; to: number }[] }) {
  return marks
    .flatMap(({ from, to }, index) => [
      text.slice(marks[index - 1]?.to ?? 0, from),
      <mark key={from} className="rounded-xs bg-evidence px-px text-fg">
        {text.slice(from, to)}
      </mark>,
      ...(index === marks.length - 1 ? [text.slice(to)] : []),
    ])
    .concat(marks.length === 0 ? [text] : []);
}
