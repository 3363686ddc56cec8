/** Tokens as people say them: 131072 is 128K, 1000000 is 1M. */
export function shortTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  const binary = tokens % 1024 === 0;
  const thousands = tokens / (binary ? 1024 : 1000);
  if (thousands < 1000) return `${trimmed(thousands)}K`;
  return `${trimmed(thousands / (binary ? 1024 : 1000))}M`;
}

function trimmed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
