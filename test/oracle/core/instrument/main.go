// The command instrument writes points (core/orders) into Go files: `instrument FILE…`. Lines keep their numbers.
package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
)

const ordersPackage = "windlass/oracle/core/orders"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "instrument:", err)
		os.Exit(1)
	}
}

func run(files []string) error {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		written, err := withPoints(file, text)
		if err != nil {
			return err
		}
		// Removed first, because it may be a link to a file of Go's module cache.
		if err := os.Remove(file); err != nil {
			return err
		}
		if err := os.WriteFile(file, written, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// change puts a text in place of what stands from one offset to another.
type change struct {
	from, to int
	text     string
}

// instrumented is one file and the changes in it.
type instrumented struct {
	files   *token.FileSet
	changes []change
}

func withPoints(name string, text []byte) ([]byte, error) {
	in := &instrumented{files: token.NewFileSet()}
	file, err := parser.ParseFile(in.files, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	in.put(file.Name.End(), file.Name.End(), "; import orders "+strconv.Quote(ordersPackage))
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			return !isUnderLock(node)
		case *ast.BlockStmt:
			in.pointsIn(node.List)
		case *ast.CaseClause:
			in.pointsIn(node.Body)
		case *ast.CommClause:
			in.pointsIn(node.Body)
		case *ast.SelectorExpr:
			if name, ok := node.X.(*ast.Ident); ok && name.Name == "sync" && node.Sel.Name == "Mutex" {
				in.put(name.Pos(), name.End(), "orders")
			}
		}
		return true
	})
	written := in.apply(text)
	written = append(written, "\nfunc init() { orders.IsInstrumented = true }\n"...)
	if slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool { return spec.Path.Value == `"sync"` }) {
		written = append(written, "\nvar _ sync.Locker\n"...)
	}
	return written, nil
}

// isUnderLock says whether a call has a function called while a lock is held that is no orders.Mutex: who stood still there
// would stop everybody.
func isUnderLock(call *ast.CallExpr) bool {
	function, ok := call.Fun.(*ast.SelectorExpr)
	return ok && function.Sel.Name == "SetEvictionFunc"
}

func (in *instrumented) put(from, to token.Pos, text string) {
	in.changes = append(in.changes, change{in.files.Position(from).Offset, in.files.Position(to).Offset, text})
}

func (in *instrumented) pointsIn(statements []ast.Stmt) {
	for _, statement := range statements {
		if slices.ContainsFunc(headOf(statement), meetsOthers) {
			in.put(statement.Pos(), statement.Pos(), "orders.Point(); ")
		}
	}
}

// headOf gives what a statement does before any block of its own.
func headOf(statement ast.Stmt) []ast.Node {
	switch s := statement.(type) {
	case *ast.IfStmt:
		return present(s.Init, s.Cond)
	case *ast.ForStmt:
		return present(s.Init, s.Cond)
	case *ast.RangeStmt:
		return present(s.X)
	case *ast.SwitchStmt:
		return present(s.Init, s.Tag)
	case *ast.TypeSwitchStmt:
		return present(s.Init, s.Assign)
	case *ast.LabeledStmt:
		return headOf(s.Stmt)
	case *ast.BlockStmt, *ast.DeferStmt, *ast.CaseClause, *ast.CommClause:
		return nil // what is in them, or what is deferred, has points of its own
	default:
		return []ast.Node{s}
	}
}

func present(nodes ...ast.Node) []ast.Node {
	return slices.DeleteFunc(nodes, func(node ast.Node) bool { return node == nil })
}

// meetsOthers says whether other goroutines can notice when this runs: it calls something, or uses a channel.
func meetsOthers(node ast.Node) (found bool) {
	ast.Inspect(node, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || !isPrivate(node)
		case *ast.UnaryExpr:
			found = found || node.Op == token.ARROW
		case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt:
			found = true
		}
		return !found
	})
	return found
}

// Packages and values whose functions nobody else notices.
var private = strings.Fields("fmt klog logger strings errors goerrors slices sets ptr time filepath utilfeature kubecontainer metav1 v1 metrics")

func isPrivate(call *ast.CallExpr) bool {
	switch function := call.Fun.(type) {
	case *ast.Ident:
		return slices.Contains(strings.Fields("len cap append make new min max panic delete string int64 int32 float64 uint"), function.Name)
	case *ast.SelectorExpr:
		name, ok := function.X.(*ast.Ident)
		return ok && slices.Contains(private, name.Name)
	case *ast.ArrayType:
		return true
	}
	return false
}

func (in *instrumented) apply(text []byte) []byte {
	slices.SortStableFunc(in.changes, func(a, b change) int { return cmp.Compare(a.from, b.from) })
	var written []byte
	at := 0
	for _, c := range in.changes {
		written = append(append(written, text[at:c.from]...), c.text...)
		at = c.to
	}
	return append(written, text[at:]...)
}
