export default function P() {
  return <p>bare</p>;
}
