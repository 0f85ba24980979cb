import driver.State;

public class Strategy {
    public String choose(State state) { return state.moves.get(0); }
}
