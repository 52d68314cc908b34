export function DemoNote({ demo }: { demo: boolean }) {
  return (
    <aside aria-label="Test shop" className="demo-note">
      {demo
        ? "Demo shop: nothing is really sold, payments are test payments."
        : "Test payments: no money is taken."}
    </aside>
  );
}
