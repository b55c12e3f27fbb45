/** The page: header, timeline, statechart, resources, what-if. */
export function App() {
  return <main>Windlass</main>;
}
